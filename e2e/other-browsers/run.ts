import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Result, reasonIn } from '../../scripts/test-runner/results.ts';
import type { Browser, Driver, Look } from './drivers/driver.ts';
import type { Journey } from './journeys/journey.ts';
import { createPage } from './page/page.ts';

const screenshots = fileURLToPath(new URL('../../build/test-results/other-browsers', import.meta.url));

/** Runs a journey in each of these looks of the browser, and a failed one once more. */
export async function runJourney(
  browser: Browser,
  { journey, looks, site }: { journey: Journey; looks: Look[]; site: string },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const look of looks) {
    const title = `${browser.name}, ${look.width} px, ${look.colorScheme}: ${journey.title}`;
    const started = performance.now();
    const result = await tryTwice(title, () => attempt(browser, look, journey, site, title));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${result.outcome.padEnd(6)}  ${seconds.padStart(5)} s  ${title}`);
    results.push(result);
  }
  return results;
}

async function tryTwice(title: string, run: () => Promise<string | undefined>): Promise<Result> {
  const reason = await run();
  if (reason === undefined) return { title, outcome: 'passed' };
  console.log(`${title}\n${reason}\nTrying once more.`);
  const again = await run();
  return { title, outcome: again === undefined ? 'flaky' : 'failed', ...reasonIn(again ?? reason) };
}

/** The reason why the journey failed, ending with the path of a screenshot; undefined when it passed. */
async function attempt(
  browser: Browser,
  look: Look,
  journey: Journey,
  site: string,
  title: string,
): Promise<string | undefined> {
  let driver: Driver;
  try {
    driver = await browser.open(look);
  } catch (error) {
    return `The browser did not start: ${error}`;
  }
  const reason = await follow(driver, journey, site, title);
  // One that does not end is no reason to leave out the journeys after it.
  return driver.close().then(
    () => reason,
    (error) => reason ?? `The browser did not end: ${error}`,
  );
}

async function follow(
  driver: Driver,
  journey: Journey,
  site: string,
  title: string,
): Promise<string | undefined> {
  try {
    await journey.run(createPage(driver, site));
    expectNoErrors(unexpectedErrors(driver, journey));
    return undefined;
  } catch (error) {
    const shown = await saveScreenshot(driver, title).catch(String);
    const errors = new Set(unexpectedErrors(driver, journey));
    const message = error instanceof Error ? error.message : String(error);
    return [`Screenshot: ${shown}`, message, ...errors].join('\n');
  }
}

function unexpectedErrors(driver: Driver, { expectedErrors = [] }: Journey): string[] {
  return driver.consoleErrors().filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
}

function expectNoErrors(errors: string[]): void {
  if (errors.length > 0) throw new Error(`${errors.length} console errors`);
}

async function saveScreenshot(driver: Driver, title: string): Promise<string> {
  mkdirSync(screenshots, { recursive: true });
  const file = join(screenshots, `${title.replaceAll(/[^\w]+/g, '-').slice(0, 100)}.png`);
  writeFileSync(file, await driver.screenshot());
  return file;
}
