import type { Result } from '../results/result.ts';

export type Tally = { passed: number; failed: number; skipped: number };
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
  const count = (outcome: Result['outcome']) =>
    results?.filter((result) => result.outcome === outcome).length ?? 0;
  const crashed = count('failed') === 0 && (exitCode !== 0 || !results);
  return { passed: count('passed'), failed: count('failed') + (crashed ? 1 : 0), skipped: count('skipped') };
}
