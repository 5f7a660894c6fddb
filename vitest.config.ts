import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules', 'build', 'data'],
    globalSetup: ['platform/testing/postgres-server.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
