import type { Result } from './result.ts';

/** The part of vitest's JSON report that counts. */
export type VitestReport = {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
};

/** A file that failed outside its tests (it did not load, say) counts as a failed test. */
export function vitestResults({ testResults }: VitestReport): Result[] {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const results: Result[] = assertionResults.map((test) => ({
      title: test.fullName,
      outcome: outcome(test.status),
    }));
    const crashed = status === 'failed' && !results.some((result) => result.outcome === 'failed');
    return crashed ? [...results, { title: name, outcome: 'failed' }] : results;
  });
}

function outcome(status: string): Result['outcome'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}
