import { reasonIn } from './reason.ts';
import type { Result } from './result.ts';

type Failure = { message?: string };
type Test = { status: string; results?: { errors?: Failure[] }[] };
type Suite = { title: string; suites?: Suite[]; specs?: { title: string; tests: Test[] }[] };

/** The part of Playwright's JSON report that counts. */
export type PlaywrightReport = { suites: Suite[]; errors: Failure[] };

/** An error outside every test counts as a failed test. */
export const playwrightResults = ({ suites, errors }: PlaywrightReport): Result[] => [
  ...suites.flatMap((suite) => suiteResults(suite)),
  ...errors.map(({ message }) => result('an error outside the tests', 'unexpected', message)),
];

const suiteResults = ({ title, suites = [], specs = [] }: Suite, above = ''): Result[] => [
  ...specs.flatMap((spec) =>
    spec.tests.map(({ status, results = [] }) => {
      const [error] = results.flatMap(({ errors = [] }) => errors);
      return result(`${above}${title} ${spec.title}`, status, error?.message);
    }),
  ),
  ...suites.flatMap((suite) => suiteResults(suite, `${above}${title} `)),
];

const outcomes = new Map<string, Result['outcome']>([
  ['expected', 'passed'],
  ['flaky', 'flaky'],
  ['skipped', 'skipped'],
]);

const result = (title: string, status: string, error?: string): Result => ({
  title,
  outcome: outcomes.get(status) ?? 'failed',
  ...reasonIn(error),
});
