import { reasonIn } from './reason.ts';
import type { Result } from './result.ts';

type Failure = { message?: string };
type Test = { status: string; results?: { errors?: Failure[] }[] };
type Suite = { title: string; suites?: Suite[]; specs?: { title: string; tests: Test[] }[] };

/** The part of Playwright's JSON report that counts. */
export type PlaywrightReport = { suites: Suite[]; errors: Failure[] };

/** An error outside every test counts as a failed test. */
export function playwrightResults({ suites, errors }: PlaywrightReport): Result[] {
  return [
    ...suites.flatMap((suite) => suiteResults(suite, [])),
    ...errors.map(
      ({ message }): Result => ({
        title: 'an error outside the tests',
        outcome: 'failed',
        ...reasonIn(message),
      }),
    ),
  ];
}

function suiteResults({ title, suites = [], specs = [] }: Suite, above: string[]): Result[] {
  const path = [...above, title];
  return [
    ...specs.flatMap((spec) => spec.tests.map((test) => testResult(test, [...path, spec.title].join(' ')))),
    ...suites.flatMap((suite) => suiteResults(suite, path)),
  ];
}

function testResult({ status, results = [] }: Test, title: string): Result {
  const [error] = results.flatMap(({ errors = [] }) => errors);
  return { title, outcome: outcome(status), ...reasonIn(error?.message) };
}

const outcomes: Record<string, Result['outcome']> = {
  expected: 'passed',
  flaky: 'flaky',
  skipped: 'skipped',
};

const outcome = (status: string) => outcomes[status] ?? 'failed';
