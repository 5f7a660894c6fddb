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

/** A file of tests, as Vitest gives it to a reporter. */
type TestFile = {
  moduleId: string;
  errors(): { message: string }[];
  children: { allTests(): Iterable<TestCase> };
};
type TestCase = {
  fullName: string;
  result(): { state: string; errors?: readonly { message: string; stack?: string }[] | undefined };
};
type Errors = { message?: string }[];
type Attempt = { errors?: Errors; attachments?: { name: string; path?: string }[] };
type Group = {
  title: string;
  suites?: Group[];
  specs?: { title: string; tests: { status: string; results?: Attempt[] }[] }[];
};
type PlaywrightReport = { suites: Group[]; errors: Errors };

/** Reports of the two test runners: of Vitest the results, from our reporter; of Playwright its JSON. */
export const vitestFile = inRoot('build', 'test-results', 'vitest.json');
export const playwrightFile = inRoot('build', 'test-results', 'playwright.json');

export const readVitest = () => read(vitestFile, (results: Result[]) => results);
export const readPlaywright = () => read(playwrightFile, playwrightResults);

/** Returns undefined when there is no readable report because the runner did not finish. */
function read<Report>(file: string, results: (report: Report) => Result[]): Result[] | undefined {
  try {
    return results(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** An error outside every test, for example while a file loads, counts as a failed test. */
export const vitestResults = (
  files: readonly TestFile[],
  unhandled: readonly { message: string; stack?: string }[],
): Result[] => [
  ...files.flatMap((file) => [
    ...Array.from(file.children.allTests(), testResult),
    ...file.errors().map(({ message }) => result(file.moduleId, 'failed', message)),
  ]),
  ...unhandled.map(({ message, stack }) => result(OUTSIDE, 'failed', stack ?? message)),
];

const OUTSIDE = 'an error outside the tests';

function testResult(test: TestCase): Result {
  const { state, errors = [] } = test.result();
  return result(test.fullName, state, errors[0]?.stack ?? errors[0]?.message);
}

/** An error outside every test counts as a failed test. */
export const playwrightResults = ({ suites, errors }: PlaywrightReport): Result[] => [
  ...suites.flatMap((group) => groupResults(group)),
  ...errors.map(({ message }) => result(OUTSIDE, 'unexpected', message)),
];

const groupResults = ({ title, suites = [], specs = [] }: Group, above = ''): Result[] => [
  ...specs.flatMap((spec) =>
    spec.tests.map(({ status, results = [] }) => {
      const failure = results.find(({ errors = [] }) => errors.length > 0);
      return withPage(
        result(`${above}${title} ${spec.title}`, status, failure?.errors?.[0]?.message),
        failure?.attachments?.find(({ name }) => name === 'error-context')?.path,
      );
    }),
  ),
  ...suites.flatMap((group) => groupResults(group, `${above}${title} `)),
];

const MAX_PAGE_CHARACTERS = 600;

/** Adds the main part of the page as it was when the test failed, from the runner's description of it. */
function withPage(failed: Result, contextFile: string | undefined): Result {
  if (!contextFile) return failed;
  const main = /^ *- main\b.*?(?=^ *- contentinfo\b|^```)/ms.exec(readFileSync(contextFile, 'utf8'))?.[0];
  if (!main) return failed;
  const text = main.replace(/ ?\[(?:ref|cursor)=\w+\]/g, '').replace(/\s+/g, ' ');
  return { ...failed, reason: `${failed.reason}\npage:${text.slice(0, MAX_PAGE_CHARACTERS)}` };
}

/** Statuses of both runners; any other status counts as a failure. */
const outcomes: Record<string, Result['outcome']> = {
  passed: 'passed',
  expected: 'passed',
  flaky: 'flaky',
  skipped: 'skipped',
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
