import { failureReason, type Result } from '../../scripts/test-runner/results.ts';
import { startSite } from '../support/site.ts';
import type { Browser, DisplaySettings } from './drivers/driver.ts';
import { firefox } from './drivers/firefox.ts';
import { webkit } from './drivers/webkit.ts';
import { memberJourney } from './journeys/member.ts';
import type { Journey } from './journeys/steps.ts';
import { publicPagesJourney, visitorJourney } from './journeys/visitor.ts';
import { runJourney } from './run.ts';

const phone: DisplaySettings = { width: 390, height: 844, colorScheme: 'dark' };
const desktop: DisplaySettings = { width: 1280, height: 844, colorScheme: 'light' };

/**
 * Runs the journeys in all browsers in parallel, each browser with its own site. `notes` lists the skipped
 * browsers.
 */
export async function runOtherBrowsers(
  browsers: Browser[] = [firefox, webkit],
): Promise<{ results: Result[]; notes: string[] }> {
  const installed = browsers.filter((browser) => browser.missing().length === 0);
  if (installed.length > 0) exitOnSignals();
  const results = await Promise.all(installed.map(runInBrowser));
  const notes = browsers
    .filter((browser) => !installed.includes(browser))
    .map(({ name, missing }) => `${name} skipped: not installed (missing: ${missing().join(', ')})`);
  return { results: results.flat(), notes };
}

/**
 * Exits on signals, because the drivers stop their browsers in the `exit` event, which a signal alone does
 * not emit.
 */
function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
}

async function runInBrowser(browser: Browser): Promise<Result[]> {
  try {
    const site = await startSite();
    try {
      const run = (journey: Journey, ...displays: DisplaySettings[]) =>
        runJourney(browser, { journey, displays, site: site.url });
      return [
        ...(await run(visitorJourney, phone, desktop)),
        ...(await run(publicPagesJourney, phone)),
        ...(await run(memberJourney, browser === firefox ? phone : desktop)),
      ];
    } finally {
      await site.stop();
    }
  } catch (error) {
    console.error(error);
    return [
      {
        title: `${browser.name}: could not start the site or finish the journeys`,
        outcome: 'failed',
        ...failureReason(String(error)),
      },
    ];
  }
}
