import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserLaunch } from './e2e/support/browser.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/support/prepare-site.ts',
  outputDir: 'build/test-results/journeys',
  fullyParallel: true,
  // More workers than cores: two workers kept two cores only two thirds busy (decision 0064).
  workers: Math.ceil(availableParallelism() * 1.5),
  // A test that passes only on its retry is listed as flaky at the end of the run. Fix it first.
  retries: 1,
  forbidOnly: true,
  // A journey of 40 s took 120 s on a slow machine. The timeouts of `expect` and of actions report a hang
  // much sooner.
  timeout: 360_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
  use: {
    // Reports the step that hangs, long before the test itself times out.
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    launchOptions: await browserLaunch(),
    screenshot: 'only-on-failure',
    // Requests of a service worker bypass `page.route`. Tests of the worker allow it: offline.spec.ts.
    serviceWorkers: 'block',
  },
});
