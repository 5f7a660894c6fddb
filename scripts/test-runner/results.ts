import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { inRoot } from '../set-up/paths.mjs';

/** A test as a runner reported it. The title includes those of its groups. */
export type Result = {
  title: string;
  /** `flaky`: failed, then passed when retried. */
  outcome: 'passed' | 'flaky' | 'failed' | 'skipped';
  /** The reason for the failure, in a few lines. */
  reason?: string;
};

/** The files into which our reporters write the results of each test runner. */
export const vitestFile = inRoot('build', 'test-results', 'vitest.json');
export const playwrightFile = inRoot('build', 'test-results', 'playwright.json');

export function writeResults(file: string, results: Result[]): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(results));
}

/** Returns undefined when there are no readable results because the runner did not finish. */
export function readResults(file: string): Result[] | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Statuses of both runners. Any other status counts as a failure. */
const outcomes: Record<string, Result['outcome']> = {
  passed: 'passed',
  expected: 'passed',
  flaky: 'flaky',
  skipped: 'skipped',
};

export const toResult = (title: string, status: string, error?: string): Result => ({
  title,
  outcome: outcomes[status] ?? 'failed',
  ...failureReason(error),
});

/** An error outside every test, for example while a file loads, counts as a failed test. */
export const toOutsideResult = (error?: string): Result =>
  toResult('an error outside the tests', 'failed', error);

const MAX_LINES = 6;

/** Returns the first lines of an error and where it was thrown, or no reason if there is no text. */
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
