import { defineConfig } from '@playwright/test';
import { browserLaunch } from './e2e/support/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'build/test-results/journeys',
  fullyParallel: true,
  workers: 2,
  // A journey that passes on its retry only is listed as flaky in the last lines of the run, and fixed first.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    // Says which step does not come about, long before the time of the journey is over.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: await browserLaunch(),
    screenshot: 'only-on-failure',
    // Journeys stand in for the server by routes, past which a worker would ask. Those about it allow it: offline.spec.ts.
    serviceWorkers: 'block',
  },
});
