import { defineConfig } from 'vitest/config';
import { inLanguage } from './scripts/languages/vite.ts';

export default defineConfig({
  plugins: [inLanguage('en')],
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules', 'build', 'data'],
    // One less than the cores is the default; ours wait for processes and databases much of the time.
    maxWorkers: '100%',
    globalSetup: ['platform/testing/postgres-server.ts'],
    // A machine of CI may be four times slower than ours; what hangs is found all the same.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
