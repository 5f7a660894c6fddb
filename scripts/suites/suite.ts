import type { Result } from '../results/result.ts';

export type Tally = {
  passed: number;
  failed: number;
  skipped: number;
  failures?: Result[];
  /** Tests that passed on their retry only; they count as passed. */
  flaky?: Result[];
  /** Printed among the last lines of the run, for example a browser that is not installed. */
  notes?: string[];
};
export type Suite = { name: string; run: () => Promise<Tally> };

/** A check counts as one test: it passed when all its commands did. */
export const check = (name: string, ...commands: (() => Promise<number>)[]): Suite => ({
  name,
  async run() {
    for (const command of commands) if ((await command()) !== 0) return { passed: 0, failed: 1, skipped: 0 };
    return { passed: 1, failed: 0, skipped: 0 };
  },
});

/** What a test runner's own report says; one that crashed, or left no report, counts as a failed test. */
export function tally(results: Result[] | undefined, exitCode: number): Tally {
  const having = (outcome: Result['outcome']) =>
    results?.filter((result) => result.outcome === outcome) ?? [];
  const failures = having('failed');
  if (failures.length === 0 && (exitCode !== 0 || !results)) failures.push(crash(results, exitCode));
  const flaky = having('flaky');
  return {
    passed: having('passed').length + flaky.length,
    failed: failures.length,
    skipped: having('skipped').length,
    failures,
    ...(flaky.length > 0 && { flaky }),
  };
}

const crash = (results: Result[] | undefined, exitCode: number): Result => ({
  title: 'the runner itself',
  outcome: 'failed',
  reason: `It ended with exit code ${exitCode}${results ? '' : ' and left no report'}.`,
});
