import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';
import { type Result, toOutsideResult, toResult, vitestFile, writeResults } from './results.ts';

/** Writes the results to a file. Vitest's own JSON report has no errors outside the tests. */
export default class implements Reporter {
  onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (files, unhandledErrors) =>
    writeResults(vitestFile, vitestResults(files, unhandledErrors));
}

export const vitestResults = (
  files: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
): Result[] => [
  ...files.flatMap((file) => [
    ...Array.from(file.children.allTests(), testResult),
    ...file.errors().map(({ message }) => toResult(file.moduleId, 'failed', message)),
  ]),
  ...unhandledErrors.map(({ message, stack }) => toOutsideResult(stack ?? message)),
];

function testResult(test: TestCase): Result {
  const { state, errors: [error] = [] } = test.result();
  return toResult(test.fullName, state, error?.stack ?? error?.message);
}
