import fc from 'fast-check';
import { anyPlan, type Plan } from './plan.ts';
import { runPlan } from './run.ts';
import type { World } from './world.ts';

export type Exploration = {
  runs: number;
  seed: number;
  /** Generator of plans, by default `anyPlan`. */
  plans?: fc.Arbitrary<Plan>;
  /** fast-check's path of a failed run of this seed. With a path, only that run is repeated. */
  path?: string | undefined;
  /** Called after each successful run. */
  after?: () => Promise<void>;
};

/** Runs random plans in random task orders. @throws Error with seed, path and trace of the failed run */
export async function explore(
  world: World,
  { runs, seed, plans = anyPlan, path, after }: Exploration,
): Promise<void> {
  const property = fc.asyncProperty(plans, createScheduler(world), async (plan, scheduler) => {
    await runPlan(world, plan, scheduler);
    await after?.();
  });
  const result = await fc.check(property, { numRuns: runs, seed, endOnFailure: true, ...(path && { path }) });
  if (!result.failed) return;
  throw new Error(
    `An invariant was violated. Repeat the run: npm run simulate -- --seed ${result.seed} --path ${result.counterexamplePath}\n${world.simulation.trace().join('\n')}`,
    { cause: result.errorInstance },
  );
}

/** Runs one plan, with the task order of this seed. */
export async function runOnce(world: World, plan: Plan, seed: number): Promise<void> {
  const property = fc.asyncProperty(createScheduler(world), (scheduler) => runPlan(world, plan, scheduler));
  const result = await fc.check(property, { numRuns: 1, seed, endOnFailure: true });
  if (result.failed)
    throw new Error(`${JSON.stringify(plan)}\n${world.simulation.trace().join('\n')}`, {
      cause: result.errorInstance,
    });
}

/**
 * Waits after each task until everything it started is idle, so that only the order of tasks differs between
 * runs.
 */
function createScheduler({ simulation }: World) {
  return fc.scheduler({
    act: async (task) => {
      await task();
      await simulation.waitUntilIdle();
    },
  });
}
