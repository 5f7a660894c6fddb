import { type Result, reasonIn } from '../../scripts/suites/results.ts';
import { startSite } from '../support/site.ts';
import type { Browser, Look } from './drivers/driver.ts';
import { firefox } from './drivers/firefox.ts';
import { webkit } from './drivers/webkit.ts';
import { accountJourney } from './journeys/account.ts';
import { appointmentsJourney } from './journeys/appointments.ts';
import { galleryJourney } from './journeys/gallery.ts';
import { landingJourney } from './journeys/landing.ts';
import { menuJourney } from './journeys/menu.ts';
import { publicPagesJourney } from './journeys/public-pages.ts';
import { runJourneys } from './run.ts';

const journeys = [
  publicPagesJourney,
  landingJourney,
  menuJourney,
  accountJourney,
  appointmentsJourney,
  galleryJourney,
];
const looks: Look[] = [
  { width: 390, height: 844, colorScheme: 'dark' },
  { width: 1280, height: 844, colorScheme: 'light' },
];

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
      return await runJourneys(browser, { journeys, looks, site: site.url });
    } finally {
      await site.stop();
    }
  } catch (error) {
    console.error(error);
    return [{ title: `${browser.name} and its site`, outcome: 'failed', ...reasonIn(String(error)) }];
  }
}
