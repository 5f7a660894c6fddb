import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { explore, playOnce } from './payment-faults/explore.ts';
import { type Action, anyPlan } from './payment-faults/plan.ts';
import type { Fate } from './payment-faults/provider.ts';
import { play } from './payment-faults/run.ts';
import { atOnce, faults } from './payment-faults/stage.ts';
import { openWatchedServer } from './payment-faults/watched-database.ts';
import { openWorld, type World } from './payment-faults/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const plain = { faults: [], fates: [], rounds: 2 };
const journeys: Record<string, Action[][]> = {
  'one tab pays': [['open', 'pay', 'save']],
  'the bank asks first': [['open', 'be asked by the bank', 'accept at the bank', 'save']],
  'a refused card, then another': [['open', 'pay with a refused card', 'open', 'pay', 'save']],
  'two tabs pay': [
    ['open', 'pay', 'save'],
    ['open', 'pay', 'save'],
  ],
  'one tab pays, one cancels': [
    ['open', 'pay', 'save'],
    ['open', 'cancel'],
  ],
};

describe('[PAY-03] a fault at every step in turn: each charge has paid or went back, once', () => {
  test.each(Object.entries(journeys))(
    '%s',
    async (_, tabs) => {
      await playOnce(world, { ...plain, tabs }, 1);
      const steps = world.stage.steps();
      expect(steps).toBeGreaterThan(10);
      for (let step = 0; step < steps; step += 1) {
        for (const fault of faults) {
          const fates = Array<Fate>(4).fill(step % 2 ? 'lost' : 'doubled');
          await playOnce(world, { ...plain, tabs, fates, faults: [{ step, fault }] }, 1);
        }
      }
    },
    minutes(5),
  );
});

test(
  '[PAY-03] 500 schedules drawn by a seed: tabs, events, jobs, kills and broken lines in any order',
  () => explore(world, { runs: 500, seed: 20261121 }),
  minutes(5),
);

test(
  '[PAY-03] on PostgreSQL, 150 plans with everything at once: no transaction trips over another',
  async () => {
    const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
    await using shared = await openWorld({ data: await openWatchedServer(url, [serverMigrations], drop) });
    for (const plan of fc.sample(anyPlan, { seed: 20261121, numRuns: 150 })) {
      await play(shared, plan, atOnce);
    }
  },
  minutes(5),
);

test('the same seed plays the same schedule again', async () => {
  const traces = new Set<string>();
  for (const _ of [1, 2, 3]) {
    await explore(world, { runs: 20, seed: 7 });
    traces.add(
      world.stage
        .trace()
        .join('\n')
        .replaceAll(/process \d+/g, 'process'),
    );
  }
  expect(traces.size).toBe(1);
});

test('a server that forgets to give money back is seen', async () => {
  await using forgetful = await openWorld({ sabotage: { refund: async () => {} } });
  await expect(explore(forgetful, { runs: 200, seed: 1 })).rejects.toThrow('A donor was wronged');
});
