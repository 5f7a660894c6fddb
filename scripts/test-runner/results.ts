import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { inRoot } from '../set-up/paths.mjs';

/** A test as a runner reported it; the title includes those of its groups. */
export type Result = {
  title: string;
  /** `flaky`: failed, then passed when retried. */
  outcome: 'passed' | 'flaky' | 'failed' | 'skipped';
  /** The reason for the failure, in a few lines. */
  reason?: string;
};

type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};
type Errors = { message?: string }[];
type Group = {
  title: string;
  suites?: Group[];
  specs?: { title: string; tests: { status: string; results?: { errors?: Errors }[] }[] }[];
};
type PlaywrightReport = { suites: Group[]; errors: Errors };

/** JSON reports of the two test runners. */
export const vitestFile = inRoot('build', 'test-results', 'vitest.json');
export const playwrightFile = inRoot('build', 'test-results', 'playwright.json');

export const readVitest = () => read(vitestFile, vitestResults);
export const readPlaywright = () => read(playwrightFile, playwrightResults);

/** Returns undefined when there is no readable report because the runner did not finish. */
function read<Report>(file: string, results: (report: Report) => Result[]): Result[] | undefined {
  try {
    return results(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** A file that failed outside its tests (for example while it loaded) counts as a failed test. */
export const vitestResults = ({ testResults }: VitestReport): Result[] =>
  testResults.flatMap(({ name, status, message, assertionResults }) => {
    const results = assertionResults.map((test) =>
      result(test.fullName, test.status, test.failureMessages?.[0]),
    );
    const isCrash = status === 'failed' && !results.some(({ outcome }) => outcome === 'failed');
    return isCrash ? [...results, result(name, 'failed', message)] : results;
  });

/** An error outside every test counts as a failed test. */
export const playwrightResults = ({ suites, errors }: PlaywrightReport): Result[] => [
  ...suites.flatMap((group) => groupResults(group)),
  ...errors.map(({ message }) => result('an error outside the tests', 'unexpected', message)),
];

const groupResults = ({ title, suites = [], specs = [] }: Group, above = ''): Result[] => [
  ...specs.flatMap((spec) =>
    spec.tests.map(({ status, results = [] }) =>
      result(
        `${above}${title} ${spec.title}`,
        status,
        results.flatMap(({ errors = [] }) => errors)[0]?.message,
      ),
    ),
  ),
  ...suites.flatMap((group) => groupResults(group, `${above}${title} `)),
];

/** Statuses of both runners; any other status counts as a failure. */
const outcomes: Record<string, Result['outcome']> = {
  passed: 'passed',
  expected: 'passed',
  flaky: 'flaky',
  ...{ skipped: 'skipped', pending: 'skipped', todo: 'skipped', disabled: 'skipped' },
};

const result = (title: string, status: string, error?: string): Result => ({
  title,
  outcome: outcomes[status] ?? 'failed',
  ...failureReason(error),
});

const MAX_LINES = 6;

/** Returns the first lines of an error and where it was thrown; nothing when there is no text. */
export function failureReason(error = ''): { reason?: string } {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .map((line) => line.trim().slice(0, 300))
    .filter(Boolean);
  const stack = lines.findIndex((line) => line.startsWith('at '));
  const message = stack < 0 ? lines : lines.slice(0, stack);
  const where = lines.slice(message.length).find((line) => !/node_modules|\(?node:/.test(line));
  const reason = [...message.slice(0, MAX_LINES), ...(where ? [where] : [])].join('\n');
  return reason ? { reason } : {};
}
