import { expect, test } from 'vitest';
import { tally } from '../suites/suite.ts';
import { playwrightResults } from './playwright.ts';
import { vitestResults } from './vitest.ts';

test('counts what vitest reports, and a file that did not load as one failure', () => {
  const results = vitestResults({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { fullName: 'on SQLite a', status: 'passed' },
          { fullName: 'on SQLite b', status: 'failed' },
          { fullName: 'on SQLite c', status: 'pending' },
        ],
      },
      { name: 'broken.test.ts', status: 'failed', assertionResults: [] },
    ],
  });
  expect(results).toContainEqual({ title: 'on SQLite b', outcome: 'failed' });
  expect(tally(results, 1)).toEqual({ passed: 1, failed: 2, skipped: 1 });
});

test('counts what Playwright reports: groups, retried tests and errors outside the tests', () => {
  const results = playwrightResults({
    suites: [
      {
        title: 'pay.spec.ts',
        specs: [{ title: '[PAY-01] a', tests: [{ status: 'expected' }] }],
        suites: [
          { title: 'declined', specs: [{ title: 'b', tests: [{ status: 'flaky' }, { status: 'skipped' }] }] },
        ],
      },
    ],
    errors: [{ message: 'No browser' }],
  });
  expect(results.map(({ title }) => title)).toContain('pay.spec.ts declined b');
  expect(tally(results, 1)).toEqual({ passed: 1, failed: 2, skipped: 1 });
});

test('a runner that crashed or left no report is a failure', () => {
  expect(tally(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(tally([{ title: 'a', outcome: 'passed' }], 139)).toEqual({ passed: 1, failed: 1, skipped: 0 });
});
