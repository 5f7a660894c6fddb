import { existsSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Browser, Driver } from './drivers/driver.ts';
import { runJourney } from './run.ts';
import { runOtherBrowsers } from './suite.ts';

const display = { width: 390, height: 844, colorScheme: 'dark' } as const;

/** Creates a fake browser that reports one of these lists of console errors each time that it opens. */
function createBrowser(...errors: string[][]): Browser & { closeCount: number } {
  const browser = {
    name: 'Fake',
    closeCount: 0,
    missing: () => [],
    async open() {
      const reportedErrors = errors.shift() ?? [];
      const driver: Partial<Driver> = {
        consoleErrors: () => reportedErrors,
        screenshot: async () => Buffer.from('PNG'),
        close: async () => void browser.closeCount++,
      };
      return driver as Driver;
    },
  };
  return browser;
}

const run = (browser: Browser, journey: () => Promise<void>, expectedErrors: RegExp[] = []) =>
  runJourney(browser, {
    journey: { title: 'a journey', expectedErrors, run: journey },
    displays: [display],
    site: 'http://localhost:1',
  });

const title = 'Fake, 390 px, dark: a journey';

test('reports a journey that fails once as flaky, with the reason', async () => {
  const browser = createBrowser();
  let runs = 0;
  const results = await run(browser, async () => {
    runs += 1;
    if (runs === 1) throw new Error('Too late');
  });
  expect(results).toEqual([{ title, outcome: 'flaky', reason: expect.stringContaining('Too late') }]);
  expect(browser.closeCount).toBe(2);
});

test('reports a journey that fails twice as failed, with a screenshot and the console errors', async () => {
  const browser = createBrowser(['bad 1'], ['bad 2']);
  const [result] = await run(browser, () => Promise.reject(new Error('No heading')));
  expect(result).toMatchObject({ title, outcome: 'failed' });
  const [, file = ''] = /^Screenshot: (.*\.png)\nNo heading\nbad 2/.exec(result?.reason ?? '') ?? [];
  expect(existsSync(file)).toBe(true);
  rmSync(file);
  expect(browser.closeCount).toBe(2);
});

test('fails a journey on a console error that it does not expect', async () => {
  const failed = await run(createBrowser(['CSP'], ['CSP']), async () => {}, [/404/]);
  expect(failed).toEqual([
    { title, outcome: 'failed', reason: expect.stringContaining('1 console errors\nCSP') },
  ]);
  const passed = await run(createBrowser(['status of 404']), async () => {}, [/404/]);
  expect(passed).toEqual([{ title, outcome: 'passed' }]);
});

test('reports a browser that is not installed in a note, neither as passed nor as failed', async () => {
  const missing: Browser = { ...createBrowser(), name: 'Firefox', missing: () => ['firefox-esr'] };
  expect(await runOtherBrowsers([missing])).toEqual({
    results: [],
    notes: ['Firefox skipped: not installed (missing: firefox-esr)'],
  });
});
