import type { Result } from './result.ts';

type Suite = {
  title: string;
  suites?: Suite[];
  specs?: { title: string; tests: { status: string }[] }[];
};

/** The part of Playwright's JSON report that counts. */
export type PlaywrightReport = { suites: Suite[]; errors: { message?: string }[] };

/** An error outside every test counts as a failed test. */
export function playwrightResults({ suites, errors }: PlaywrightReport): Result[] {
  return [
    ...suites.flatMap((suite) => suiteResults(suite, [])),
    ...errors.map(
      ({ message }): Result => ({ title: message ?? 'an error outside the tests', outcome: 'failed' }),
    ),
  ];
}

function suiteResults({ title, suites = [], specs = [] }: Suite, above: string[]): Result[] {
  const path = [...above, title];
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status }) => ({ title: [...path, spec.title].join(' '), outcome: outcome(status) })),
    ),
    ...suites.flatMap((suite) => suiteResults(suite, path)),
  ];
}

/** A test that passed only when tried again has not passed. */
function outcome(status: string): Result['outcome'] {
  if (status === 'expected') return 'passed';
  return status === 'skipped' ? 'skipped' : 'failed';
}
