import { SetUpFailure } from '../set-up/failure.mjs';
import type { Suite, Tally } from './suite.ts';

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`.padStart(8);

/** Runs all, whatever fails on the way; says what ran and how long, and ends with `N passed, N failed`. */
export async function runSuites(suites: Suite[]): Promise<void> {
  const start = performance.now();
  const report: string[] = [];
  const total: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const suite of suites) {
    console.log(`\n== ${suite.name}`);
    const began = performance.now();
    const tally = await suite.run().catch(crashed);
    report.push(
      `${seconds(began)}  ${tally.failed ? 'FAILED' : 'ok    '}  ${suite.name}: ${describe(tally)}`,
    );
    total.passed += tally.passed;
    total.failed += tally.failed;
  }
  if (total.failed > 0) process.exitCode = 1;
  console.log(
    `\n${report.join('\n')}\n${seconds(start)}  in all\n${total.passed} passed, ${total.failed} failed`,
  );
}

function crashed(error: unknown): Tally {
  console.error(error instanceof SetUpFailure ? error.message : error);
  return { passed: 0, failed: 1, skipped: 0 };
}

const describe = ({ passed, failed, skipped }: Tally) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
