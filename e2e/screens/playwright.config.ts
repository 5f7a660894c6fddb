import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { browserLaunch } from '../support/browser.ts';

/** `npm run screens`: compares pictures of all screens with the accepted ones in build/screens. */
export default defineConfig({
  testMatch: 'pages.screens.ts',
  globalSetup: './prepare.ts',
  outputDir: '../../build/test-results/screens',
  snapshotPathTemplate: '../../build/screens/{arg}{ext}',
  // A picture is accepted only with `--update-snapshots`.
  updateSnapshots: 'none',
  fullyParallel: true,
  workers: Math.ceil(availableParallelism() * 1.5),
  forbidOnly: true,
  timeout: 180_000,
  expect: {
    timeout: 20_000,
    toHaveScreenshot: {
      animations: 'disabled',
      maxDiffPixelRatio: 0.001,
      // A cut name is less than 0.1 % of a long page.
      maxDiffPixels: 100,
      stylePath: fileURLToPath(new URL('hidden.css', import.meta.url)),
    },
  },
  reporter: [['line'], ['html', { open: 'never', outputFolder: '../../build/screens-report' }]],
  use: {
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    launchOptions: await browserLaunch(),
    serviceWorkers: 'block',
    timezoneId: 'Asia/Dhaka',
    contextOptions: { reducedMotion: 'reduce' },
  },
});
