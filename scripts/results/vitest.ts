import { reasonIn } from './reason.ts';
import type { Result } from './result.ts';

/** The part of vitest's JSON report that counts. */
export type VitestReport = {
  testResults: {
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
};

/** A file that failed outside its tests (it did not load, say) counts as a failed test. */
export function vitestResults({ testResults }: VitestReport): Result[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const results: Result[] = assertionResults.map((test) => ({
      title: test.fullName,
      outcome: outcome(test.status),
      ...reasonIn(test.failureMessages?.[0]),
    }));
    const crashed = status === 'failed' && !results.some((result) => result.outcome === 'failed');
    return crashed ? [...results, { title: name, outcome: 'failed', ...reasonIn(message) }] : results;
  });
}

function outcome(status: string): Result['outcome'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}
