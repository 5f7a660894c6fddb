import { SetupError } from '../set-up/pinned-node.mjs';
import { failureReason, type Result } from './results.ts';

/**
 * Outcome of a suite. `notes` are printed at the end of the run, for example that a browser is not installed.
 */
export type Outcome = { results: Result[]; notes?: string[] };
export type Suite = { name: string; run: () => Promise<Outcome> };

/** Creates a check that counts as one test without a title. It passes when all its commands do. */
export const createCheck = (name: string, ...commands: (() => Promise<number>)[]): Suite => ({
  name,
  async run() {
    for (const command of commands)
      if ((await command()) !== 0) return { results: [{ title: '', outcome: 'failed' }] };
    return { results: [{ title: '', outcome: 'passed' }] };
  },
});

/**
 * Returns the results of a test runner's report. A runner that crashed or left no report counts as a failed
 * test.
 */
export function resultsOf(report: Result[] | undefined, exitCode: number): Result[] {
  const results = report ?? [];
  if (results.some(({ outcome }) => outcome === 'failed') || (report && exitCode === 0)) return results;
  const reason = `It ended with exit code ${exitCode}${report ? '' : ' and left no report'}.`;
  return [...results, { title: 'the runner itself', outcome: 'failed', reason }];
}

/**
 * Runs all suites, even after a failure, and those of an inner array at the same time. Prints their times,
 * notes, flaky tests and failures, and `N passed, N failed` at the end.
 */
export async function runSuites(steps: (Suite | Suite[])[]): Promise<void> {
  const start = performance.now();
  const [times, notes, failures]: [string[], string[], string[]] = [[], [], []];
  let [allPassed, allFailed] = [0, 0];
  const finished: Finished[] = [];
  for (const step of steps) finished.push(...(await Promise.all([step].flat().map(runSuite))));
  for (const { name, time, outcome } of finished) {
    const byOutcome = Object.groupBy(outcome.results, (result) => result.outcome);
    const { passed = [], flaky = [], failed = [], skipped = [] } = byOutcome;
    const passing = passed.length + flaky.length;
    const counts = [`${passing} passed, ${failed.length} failed`];
    if (skipped.length > 0) counts.push(`${skipped.length} skipped`);
    if (flaky.length > 0) counts.push(`${flaky.length} on retry only`);
    const state = failed.length > 0 ? 'FAILED' : 'ok    ';
    times.push(`${time}  ${state}  ${name}: ${counts.join(', ')}`);
    notes.push(...(outcome.notes ?? []), ...listTests('FLAKY ', name, flaky));
    failures.push(...listTests('FAILED', name, failed));
    allPassed += passing;
    allFailed += failed.length;
  }
  if (allFailed > 0) process.exitCode = 1;
  const lines = [...times, `${seconds(start)}  in all`, ...notes, ...failures];
  console.log(`\n${lines.join('\n')}\n${allPassed} passed, ${allFailed} failed`);
}

type Finished = { name: string; time: string; outcome: Outcome };

async function runSuite({ name, run }: Suite): Promise<Finished> {
  console.log(`\n== ${name}`);
  const startedAt = performance.now();
  const outcome = await run().catch(toFailedOutcome);
  return { name, time: seconds(startedAt), outcome };
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`.padStart(8);

function toFailedOutcome(error: unknown): Outcome {
  console.error(error instanceof SetupError ? error.message : error);
  return { results: [{ title: 'it could not run', outcome: 'failed', ...failureReason(String(error)) }] };
}

const MAX_NAMED = 20;

/**
 * Lists tests with their reasons at the end of the run, because often only the end of a long log is stored.
 */
function listTests(label: string, suite: string, results: Result[]): string[] {
  const lines = results
    .slice(0, MAX_NAMED)
    .flatMap(({ title, reason = '' }) => [
      `${label}  ${title ? `${suite}: ${title}` : suite}`,
      ...(reason ? [reason.replace(/^/gm, '          ')] : []),
    ]);
  const more = results.length - MAX_NAMED;
  return more > 0 ? [...lines, `${label}  ${suite}: ${more} more`] : lines;
}
