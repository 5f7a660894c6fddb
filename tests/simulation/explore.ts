import fc from 'fast-check';
import { anyPlan, type Plan } from './plan.ts';
import { play } from './run.ts';
import type { World } from './world.ts';

export type Exploration = {
  runs: number;
  seed: number;
  /** What is drawn; `anyPlan` unless given. */
  plans?: fc.Arbitrary<Plan>;
  /** Where a run of this seed failed: plays that one alone. */
  path?: string | undefined;
  /** Told after each run that passed. */
  after?: () => Promise<void>;
};

/** Draws plans and orders of turns. @throws Error that names seed and path of the run that failed, and what happened in it */
export async function explore(
  world: World,
  { runs, seed, plans = anyPlan, path, after }: Exploration,
): Promise<void> {
  const property = fc.asyncProperty(plans, turns(world), async (plan, scheduler) => {
    await play(world, plan, scheduler);
    await after?.();
  });
  const found = await fc.check(property, { numRuns: runs, seed, endOnFailure: true, ...(path && { path }) });
  if (!found.failed) return;
  throw new Error(
    `A donor was wronged. Play it again: npm run simulate -- --seed ${found.seed} --path ${found.counterexamplePath}\n${world.stage.trace().join('\n')}`,
    { cause: found.errorInstance },
  );
}

/** Plays one plan, in the order of turns that this seed draws. */
export async function playOnce(world: World, plan: Plan, seed: number): Promise<void> {
  const property = fc.asyncProperty(turns(world), (scheduler) => play(world, plan, scheduler));
  const found = await fc.check(property, { numRuns: 1, seed, endOnFailure: true });
  if (found.failed)
    throw new Error(`${JSON.stringify(plan)}\n${world.stage.trace().join('\n')}`, {
      cause: found.errorInstance,
    });
}

/** After each turn everything that runs by itself comes to rest: nothing but the order of turns differs. */
function turns({ stage }: World) {
  return fc.scheduler({
    act: async (turn) => {
      await turn();
      await stage.rest();
    },
  });
}
