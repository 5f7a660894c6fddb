import { expect, test } from 'vitest';
import { nameFailures, nameFlaky } from '../suites/failures.ts';
import { check, tally } from '../suites/suite.ts';
import { playwrightResults } from './playwright.ts';
import { reasonIn } from './reason.ts';
import { vitestResults } from './vitest.ts';

const thrown = `AssertionError: expected 3 to be 2\n    at Proxy.fail (/site/node_modules/chai/index.js:7:1)
    at /site/a.test.ts:12:5\n    at node:internal/process:1:2`;

test('counts what vitest reports, and a file that did not load as one failure, each with its reason', () => {
  const results = vitestResults({
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'on SQLite a', status: 'passed', failureMessages: [] },
          { fullName: 'on SQLite b', status: 'failed', failureMessages: [thrown] },
          { fullName: 'on SQLite c', status: 'pending' },
        ],
      },
      { name: 'broken.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
    ],
  });
  expect(tally(results, 1)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      {
        title: 'on SQLite b',
        outcome: 'failed',
        reason: 'AssertionError: expected 3 to be 2\nat /site/a.test.ts:12:5',
      },
      { title: 'broken.test.ts', outcome: 'failed', reason: 'No such module' },
    ],
  });
});

test('counts what Playwright reports: groups, tests that passed on their retry, and errors outside the tests', () => {
  const ran = (status: string, ...messages: string[]) => ({
    status,
    results: messages.map((message) => ({ errors: [{ message }] })),
  });
  const declined = [
    { title: 'b', tests: [ran('flaky', '\u001b[31mToo late\u001b[39m'), ran('skipped')] },
    { title: 'c', tests: [ran('unexpected', 'Refused', 'Again')] },
  ];
  const results = playwrightResults({
    suites: [
      {
        title: 'pay.spec.ts',
        specs: [{ title: '[PAY-01] a', tests: [ran('expected')] }],
        suites: [{ title: 'declined', specs: declined }],
      },
    ],
    errors: [{ message: 'No browser' }],
  });
  expect(tally(results, 1)).toEqual({
    passed: 2,
    failed: 2,
    skipped: 1,
    flaky: [{ title: 'pay.spec.ts declined b', outcome: 'flaky', reason: 'Too late' }],
    failures: [
      { title: 'pay.spec.ts declined c', outcome: 'failed', reason: 'Refused' },
      { title: 'an error outside the tests', outcome: 'failed', reason: 'No browser' },
    ],
  });
});

test('a runner that crashed or left no report is a failure', () => {
  expect(tally(undefined, 0)).toMatchObject({
    ...{ passed: 0, failed: 1, skipped: 0 },
    failures: [{ title: 'the runner itself', reason: 'It ended with exit code 0 and left no report.' }],
  });
  expect(tally([{ title: 'a', outcome: 'passed' }], 139)).toMatchObject({
    ...{ passed: 1, failed: 1, skipped: 0 },
    failures: [{ title: 'the runner itself', reason: 'It ended with exit code 139.' }],
  });
});

test('a reason is a few lines, however long the message; without a message there is none', () => {
  const long = Array.from({ length: 50 }, (_, n) => `line ${n} ${'x'.repeat(1000)}`).join('\n');
  const { reason = '' } = reasonIn(`${long}\n    at /site/b.test.ts:3:1`);
  expect(reason.split('\n')).toHaveLength(7);
  expect(reason.length).toBeLessThan(2500);
  expect(reason).toMatch(/^line 0 .*at \/site\/b\.test\.ts:3:1$/s);
  for (const nothing of [undefined, '', ' \n ']) expect(reasonIn(nothing)).toEqual({});
});

test('the summary names what failed: a test with its reason, a check by its name, of very many the first', async () => {
  const failed = (n: number) => ({ title: `test ${n}`, outcome: 'failed' as const, reason: 'one\ntwo' });
  expect(nameFailures({ name: 'journeys' }, [failed(1), { title: 'test 2', outcome: 'failed' }])).toBe(
    'FAILED  journeys: test 1\n          one\n          two\nFAILED  journeys: test 2',
  );
  expect(nameFlaky({ name: 'journeys' }, [failed(3)])).toBe(
    'FLAKY   journeys: test 3\n          one\n          two',
  );
  const types = check('types', async () => 2);
  expect(nameFailures(types, (await types.run()).failures)).toBe('FAILED  types');
  const many = nameFailures(
    { name: 'unit' },
    Array.from({ length: 45 }, (_, n) => failed(n)),
  );
  expect(many).toMatch(/test 19\n.*two\nFAILED {2}unit: 25 more$/s);
});
