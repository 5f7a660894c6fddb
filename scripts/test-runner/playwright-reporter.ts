import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestError } from '@playwright/test/reporter';
import { playwrightFile, type Result, toOutsideResult, toResult, writeResults } from './results.ts';

/** Writes the results of the journeys to a file. */
export default class implements Reporter {
  private tests: () => TestCase[] = () => [];
  private readonly errors: TestError[] = [];

  onBegin: NonNullable<Reporter['onBegin']> = (_, suite) => {
    this.tests = () => suite.allTests();
  };
  onError: NonNullable<Reporter['onError']> = (error) => void this.errors.push(error);
  onEnd: NonNullable<Reporter['onEnd']> = () =>
    writeResults(playwrightFile, playwrightResults(this.tests(), this.errors));
}

export const playwrightResults = (tests: TestCase[], errors: TestError[]): Result[] => [
  ...tests.map(testResult),
  ...errors.map(({ message }) => toOutsideResult(message)),
];

function testResult(test: TestCase): Result {
  const failure = test.results.find(({ errors }) => errors.length > 0);
  const title = test.titlePath().filter(Boolean).join(' ');
  const { reason, ...result } = toResult(title, test.outcome(), failure?.errors[0]?.message);
  if (!reason) return result;
  const page = failure?.attachments.find(({ name }) => name === 'error-context')?.path;
  return { ...result, reason: page ? `${reason}${describePage(page)}` : reason };
}

const MAX_PAGE_CHARACTERS = 600;

/** Returns the main part of the page as it was when the test failed, from the runner's description of it. */
function describePage(file: string): string {
  const main = /^ *- main\b.*?(?=^ *- contentinfo\b|^```)/ms.exec(readFileSync(file, 'utf8'))?.[0] ?? '';
  const text = main.replace(/ ?\[(?:ref|cursor)=\w+\]/g, '').replace(/\s+/g, ' ');
  return text && `\npage:${text.slice(0, MAX_PAGE_CHARACTERS)}`;
}
