import { reasonIn } from '../results/reason.ts';
import type { Result } from '../results/result.ts';
import { SetUpFailure } from '../set-up/failure.mjs';
import { nameFailures, nameFlaky } from './failures.ts';
import type { Suite, Tally } from './suite.ts';

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`.padStart(8);

/**
 * Runs all suites, whichever fails. Prints what ran, how long it took, flaky tests, notes and failures, and ends with
 * `N passed, N failed`.
 */
export async function runSuites(suites: Suite[]): Promise<void> {
  const start = performance.now();
  const report: string[] = [];
  const notes: string[] = [];
  const failures: string[] = [];
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    console.log(`\n== ${suite.name}`);
    const began = performance.now();
    const tally = await suite.run().catch(crashed);
    report.push(
      `${seconds(began)}  ${tally.failed ? 'FAILED' : 'ok    '}  ${suite.name}: ${describe(tally)}`,
    );
    notes.push(...(tally.notes ?? []));
    if (tally.flaky) notes.push(nameFlaky(suite, tally.flaky));
    if (tally.failed > 0) failures.push(nameFailures(suite, tally.failures));
    total.passed += tally.passed;
    total.failed += tally.failed;
  }
  if (total.failed > 0) process.exitCode = 1;
  const lines = [...report, `${seconds(start)}  in all`, ...notes, ...failures];
  console.log(`\n${lines.join('\n')}\n${total.passed} passed, ${total.failed} failed`);
}

function crashed(error: unknown): Tally {
  console.error(error instanceof SetUpFailure ? error.message : error);
  const failure: Result = { title: 'it could not run', outcome: 'failed', ...reasonIn(String(error)) };
  return { passed: 0, failed: 1, skipped: 0, failures: [failure] };
}

const describe = ({ passed, failed, skipped, flaky = [] }: Tally) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}${flaky.length > 0 ? `, ${flaky.length} on retry only` : ''}`;
