import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { explore } from './simulation/explore.ts';
import { mutations } from './simulation/mutations.ts';
import { anyClinics, anyPlan, PLAIN_PLAN, type Plan, type Tab } from './simulation/plan.ts';
import type { WebhookOutcome } from './simulation/provider.ts';
import { runPlan } from './simulation/run.ts';
import { concurrentScheduler } from './simulation/scheduler.ts';
import { openWatchedServer } from './simulation/watched-database.ts';
import { openWorld, type World } from './simulation/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Many requests report the payment, its events and its refund at the same time. */
const CROWDED_TABS: Tab[] = [
  { donor: 0, appointment: 0, actions: ['open', 'pay', 'refund as operator', 'save', 'save'] },
  { donor: 0, appointment: 0, actions: ['open', 'save', 'save', 'save'] },
  { donor: 0, appointment: 1, actions: ['open', 'pay', 'save', 'refund as operator', 'save'] },
];

describe('two processes under concurrent load on PostgreSQL', { timeout: minutes(5) }, () => {
  async function runAll(plans: Plan[], hasClinics: boolean): Promise<void> {
    const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
    const data = await openWatchedServer(url, [serverMigrations], drop);
    await using shared = await openWorld({ data, hasClinics });
    for (const plan of plans) await runPlan(shared, { ...plan, processes: 2 }, concurrentScheduler);
  }

  test('[PAY-03] have no deadlocks', async () => {
    const RUNS = 10;
    const crowdedPlan: Plan = {
      ...PLAIN_PLAN,
      tabs: CROWDED_TABS,
      webhookOutcomes: Array<WebhookOutcome>(8).fill('duplicated'),
      jobRuns: 3,
    };
    const anyPlans = fc.sample(anyPlan, { seed: 20261121, numRuns: RUNS });
    await runAll([...anyPlans, ...Array<Plan>(RUNS).fill(crowdedPlan)], false);
  });

  test('overbook, lose and give away twice no slot of a clinic', async () => {
    await runAll(fc.sample(anyClinics, { seed: 20261125, numRuns: 20 }), true);
  });
});

test('repeats the same schedule for the same seed', async () => {
  const traces = new Set<string>();
  for (const _ of [1, 2, 3]) {
    await explore(world, { runs: 20, seed: 7 });
    traces.add(world.simulation.trace().join('\n'));
  }
  expect(traces.size).toBe(1);
});

test.each(Object.entries(mutations))(
  'detects a server that %s',
  async (_, { plans, hasClinics, ...mutation }) => {
    await using mutated = await openWorld({ mutation, ...(hasClinics && { hasClinics }) });
    await expect(explore(mutated, { runs: 300, seed: 1, plans })).rejects.toThrow(
      'An invariant was violated',
    );
  },
);
