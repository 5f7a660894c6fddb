import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { failureReason, type Result } from '../../scripts/test-runner/results.ts';
import type { Browser, DisplaySettings, Driver } from './drivers/driver.ts';
import type { Journey } from './journeys/steps.ts';
import { createPage } from './page/page.ts';

const screenshots = fileURLToPath(new URL('../../build/test-results/other-browsers', import.meta.url));

/** Runs a journey with each of these display settings, and retries a failed run once. */
export async function runJourney(
  browser: Browser,
  { journey, displays, site }: { journey: Journey; displays: DisplaySettings[]; site: string },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const display of displays) {
    const title = `${browser.name}, ${display.width} px, ${display.colorScheme}: ${journey.title}`;
    const started = performance.now();
    const result = await tryTwice(title, () => attempt(browser, display, journey, site, title));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${result.outcome.padEnd(6)}  ${seconds.padStart(5)} s  ${title}`);
    results.push(result);
  }
  return results;
}

async function tryTwice(title: string, run: () => Promise<string | undefined>): Promise<Result> {
  const reason = await run();
  if (reason === undefined) return { title, outcome: 'passed' };
  console.log(`${title}\n${reason}\nRetrying.`);
  const again = await run();
  return { title, outcome: again === undefined ? 'flaky' : 'failed', ...failureReason(again ?? reason) };
}

/** Returns why the journey failed, with the path of a screenshot, or undefined when it passed. */
async function attempt(
  browser: Browser,
  display: DisplaySettings,
  journey: Journey,
  site: string,
  title: string,
): Promise<string | undefined> {
  let driver: Driver;
  try {
    driver = await browser.open(display);
  } catch (error) {
    return `The browser did not start: ${error}`;
  }
  const reason = await runSteps(driver, journey, site, title);
  // A browser that does not close must not stop the journeys after it.
  return driver.close().then(
    () => reason,
    (error) => reason ?? `The browser did not close: ${error}`,
  );
}

async function runSteps(
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
