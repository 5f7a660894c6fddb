import { type Result, reasonIn } from '../../scripts/test-runner/results.ts';
import { startSite } from '../support/site.ts';
import type { Browser, Look } from './drivers/driver.ts';
import { firefox } from './drivers/firefox.ts';
import { webkit } from './drivers/webkit.ts';
import type { Journey } from './journeys/journey.ts';
import { memberJourney } from './journeys/member.ts';
import { publicPagesJourney, visitorJourney } from './journeys/visitor.ts';
import { runJourney } from './run.ts';

const phone: Look = { width: 390, height: 844, colorScheme: 'dark' };
const desktop: Look = { width: 1280, height: 844, colorScheme: 'light' };

/** The journeys in all browsers at once, each with a site of its own; `notes` names the browsers that did not run. */
export async function runOtherBrowsers(
  browsers: Browser[] = [firefox, webkit],
): Promise<{ results: Result[]; notes: string[] }> {
  const installed = browsers.filter((browser) => browser.missing().length === 0);
  if (installed.length > 0) exitOnSignals();
  const results = await Promise.all(installed.map(runIn));
  const notes = browsers
    .filter((browser) => !installed.includes(browser))
    .map(({ name, missing }) => `${name}: not installed, its journeys did not run (${missing().join(', ')})`);
  return { results: results.flat(), notes };
}

/** The drivers end their browsers when this process exits; a signal alone ends it without that. */
function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => process.exit(130));
}

async function runIn(browser: Browser): Promise<Result[]> {
  try {
    const site = await startSite();
    try {
      const run = (journey: Journey, ...looks: Look[]) =>
        runJourney(browser, { journey, looks, site: site.url });
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
    return [{ title: `${browser.name} and its site`, outcome: 'failed', ...reasonIn(String(error)) }];
  }
}
