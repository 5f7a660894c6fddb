import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestCase } from '@playwright/test/reporter';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import { SetupError } from '../set-up/pinned-node.mjs';
import { playwrightResults } from './playwright-reporter.ts';
import { failureReason, type Result } from './results.ts';
import { createCheck, resultsOf, runSuites, type Suite } from './run.ts';
import { vitestResults } from './vitest-reporter.ts';

const thrown = `AssertionError: expected 3 to be 2\n    at Proxy.fail (/site/node_modules/chai/index.js:7:1)
    at /site/a.test.ts:12:5\n    at node:internal/process:1:2`;

test('counts the tests of vitest, files that did not load and errors outside the tests, with reasons', () => {
  const file = (moduleId: string, errors: { message: string }[], tests: [string, string, string?][]) => ({
    moduleId,
    errors: () => errors,
    children: {
      allTests: () =>
        tests.map(([fullName, state, stack]) => ({
          fullName,
          result: () => ({ state, errors: stack ? [{ message: '', stack }] : [] }),
        })),
    },
  });
  const tests: [string, string, string?][] = [
    ['on SQLite > a', 'passed'],
    ['on SQLite > b', 'failed', thrown],
    ['on SQLite > c', 'skipped'],
    ['on SQLite > d', 'pending'],
  ];
  const files = [file('a.test.ts', [], tests), file('broken.test.ts', [{ message: 'No such module' }], [])];
  const results = vitestResults(files as unknown as TestModule[], [
    { message: 'Too late', stack: 'Error: Too late\n    at /site/b.ts:1:2' },
  ]);
  expect(resultsOf(results, 1)).toEqual([
    { title: 'on SQLite > a', outcome: 'passed' },
    {
      title: 'on SQLite > b',
      outcome: 'failed',
      reason: 'AssertionError: expected 3 to be 2\nat /site/a.test.ts:12:5',
    },
    { title: 'on SQLite > c', outcome: 'skipped' },
    { title: 'on SQLite > d', outcome: 'failed' },
    { title: 'broken.test.ts', outcome: 'failed', reason: 'No such module' },
    { title: 'an error outside the tests', outcome: 'failed', reason: 'Error: Too late\nat /site/b.ts:1:2' },
  ]);
});

/** A test with one failed attempt for each of these errors. */
const journey = (path: string[], outcome: string, ...failures: object[]): TestCase =>
  ({ titlePath: () => ['', '', ...path], outcome: () => outcome, results: failures }) as never;
const failure = (message: string) => ({ errors: [{ message }], attachments: [] });

test('counts the tests of Playwright: groups, flaky tests, and errors outside the tests', () => {
  const results = playwrightResults(
    [
      journey(['pay.spec.ts', '[PAY-01] a'], 'expected'),
      journey(['pay.spec.ts', 'declined', 'b'], 'flaky', failure('\u001b[31mToo late\u001b[39m')),
      journey(['pay.spec.ts', 'declined', 'b'], 'skipped'),
      journey(['pay.spec.ts', 'declined', 'c'], 'unexpected', failure('Refused'), failure('Again')),
    ],
    [{ message: 'No browser' }],
  );
  expect(resultsOf(results, 1)).toEqual([
    { title: 'pay.spec.ts [PAY-01] a', outcome: 'passed' },
    { title: 'pay.spec.ts declined b', outcome: 'flaky', reason: 'Too late' },
    { title: 'pay.spec.ts declined b', outcome: 'skipped' },
    { title: 'pay.spec.ts declined c', outcome: 'failed', reason: 'Refused' },
    { title: 'an error outside the tests', outcome: 'failed', reason: 'No browser' },
  ]);
});

test('names what the page showed when a journey failed', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-results-'));
  const path = join(folder.path, 'error-context.md');
  writeFileSync(
    path,
    '# Page snapshot\n\n```yaml\n- generic [ref=f7e2]:\n  - banner [ref=f7e3]: Menu\n  - main [ref=f7e4]:\n    - heading "Sign in" [level=1] [ref=f7e5]\n  - contentinfo: Footer\n```\n',
  );
  const attachments = [{ name: 'screenshot' }, { name: 'error-context', path }];
  const failed = { ...failure('Too late'), attachments };
  const passed = { errors: [], attachments: [] };
  expect(playwrightResults([journey(['a', 'b'], 'flaky', failed, passed)], [])).toEqual([
    { title: 'a b', outcome: 'flaky', reason: 'Too late\npage: - main: - heading "Sign in" [level=1] ' },
  ]);
});

test('counts a runner that crashed or left no report as a failure', () => {
  const passed = { title: 'a', outcome: 'passed' } as const;
  const crash = (reason: string) => ({ title: 'the runner itself', outcome: 'failed', reason });
  expect(resultsOf(undefined, 0)).toEqual([crash('It ended with exit code 0 and left no report.')]);
  expect(resultsOf([passed], 139)).toEqual([passed, crash('It ended with exit code 139.')]);
  expect(resultsOf([passed], 0)).toEqual([passed]);
});

test('shortens a reason to a few lines; without a message there is none', () => {
  const long = Array.from({ length: 50 }, (_, n) => `line ${n} ${'x'.repeat(1000)}`).join('\n');
  const { reason = '' } = failureReason(`${long}\n    at /site/b.test.ts:3:1`);
  expect(reason.split('\n')).toHaveLength(7);
  expect(reason.length).toBeLessThan(2500);
  expect(reason).toMatch(/^line 0 .*at \/site\/b\.test\.ts:3:1$/s);
  for (const nothing of [undefined, '', ' \n ']) expect(failureReason(nothing)).toEqual({});
});

test('runs the suites of an inner array at the same time', async () => {
  using print = vi.spyOn(console, 'log').mockReturnValue();
  const isSecondRunning = Promise.withResolvers<number>();
  const runSecond = async () => {
    isSecondRunning.resolve(0);
    return 0;
  };
  await runSuites([
    createCheck('types', async () => 0),
    [createCheck('journeys', () => isSecondRunning.promise), createCheck('others', runSecond)],
  ]);
  const end = String(print.mock.lastCall).replaceAll(/^ +[\d.]+ s/gm, 'TIME');
  expect(end.split('\n').slice(1)).toEqual([
    ...['types', 'journeys', 'others'].map((name) => `TIME  ok      ${name}: 1 passed, 0 failed`),
    'TIME  in all',
    '3 passed, 0 failed',
  ]);
});

test('ends with times, notes, flaky tests, the first failures with reasons, and the totals', async () => {
  using print = vi.spyOn(console, 'log').mockReturnValue();
  using _ = vi.spyOn(console, 'error').mockReturnValue();
  const { exitCode } = process;
  onTestFinished(() => {
    process.exitCode = exitCode;
  });
  const suite = (name: string, results: Result[], ...notes: string[]): Suite => ({
    name,
    run: async () => ({ results, notes }),
  });
  const failed = (n: number): Result => ({ title: `test ${n}`, outcome: 'failed', reason: 'one\ntwo' });
  const retried: Result = { ...failed(3), outcome: 'flaky' };
  await runSuites([
    createCheck('types', async () => 2),
    createCheck('build', async () => 0),
    suite('unit', [...Array.from({ length: 22 }, (_, n) => failed(n)), { title: 's', outcome: 'skipped' }]),
    suite('journeys', [retried, { title: 'p', outcome: 'passed' }], 'no WebKit'),
    { name: 'logs', run: () => Promise.reject(new SetupError('No folder')) },
  ]);
  expect(process.exitCode).toBe(1);
  const end = String(print.mock.lastCall).replaceAll(/^ +[\d.]+ s/gm, 'TIME');
  const named = Array.from({ length: 20 }, (_, n) => [
    `FAILED  unit: test ${n}`,
    ...['          one', '          two'],
  ]);
  expect(end.split('\n')).toEqual([
    '',
    'TIME  FAILED  types: 0 passed, 1 failed',
    'TIME  ok      build: 1 passed, 0 failed',
    'TIME  FAILED  unit: 0 passed, 22 failed, 1 skipped',
    'TIME  ok      journeys: 2 passed, 0 failed, 1 on retry only',
    'TIME  FAILED  logs: 0 passed, 1 failed',
    'TIME  in all',
    'no WebKit',
    ...['FLAKY   journeys: test 3', '          one', '          two'],
    'FAILED  types',
    ...named.flat(),
    'FAILED  unit: 2 more',
    ...['FAILED  logs: it could not run', '          Error: No folder'],
    '3 passed, 24 failed',
  ]);
});
