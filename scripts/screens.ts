// npm run screens: builds the site if it has changed, then compares pictures of its screens with the accepted
// ones.

import { runCommand } from './set-up/pinned-node.mjs';
import { buildSite } from './set-up/site.mjs';
import { withLocalhost } from './test-runner/all.ts';

await buildSite();
const args = ['test', '--config', 'e2e/screens/playwright.config.ts', ...process.argv.slice(2)];
process.exitCode = await runCommand('@playwright/test', 'playwright', args, withLocalhost);
