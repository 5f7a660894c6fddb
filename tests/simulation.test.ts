import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { createDistributedDatabase } from '#server/testing/distributed-database.ts';
import { explore, playOnce } from './simulation/explore.ts';
import { mutations } from './simulation/mutations.ts';
import { type Action, anyPlan, type Plan, type Tab } from './simulation/plan.ts';
import type { Fate } from './simulation/provider.ts';
import { play } from './simulation/run.ts';
import { atOnce, badResponses, type Fault, faults } from './simulation/scheduler.ts';
import { openWatchedServer } from './simulation/watched-database.ts';
import { openWorld, type World } from './simulation/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const plain: Omit<Plan, 'tabs' | 'fates'> = {
  faults: [],
  outage: undefined,
  rounds: 2,
  processes: 1,
  neighbour: false,
  comesBack: true,
};
const journeys: Record<string, Action[][]> = {
  'one tab pays': [['open', 'pay', 'save']],
  'the bank asks first': [['open', 'be asked by the bank', 'accept at the bank', 'save']],
  'a refused card, then another': [['open', 'pay with a refused card', 'open', 'pay', 'save']],
  'two tabs pay': [
    ['open', 'pay', 'save'],
    ['open', 'pay', 'save'],
  ],
  'a card that takes no refund pays what is cancelled': [
    ['open', 'pay with a card that takes no refund'],
    ['open', 'cancel'],
  ],
  'one tab pays, one cancels': [
    ['open', 'pay', 'save'],
    ['open', 'cancel'],
  ],
  'a day is requested and given up': [
    ['request day 4', 'send the form again', 'move to day 5', 'cancel', 'list'],
  ],
  'the session ends': [['share a photo', 'sign out', 'list', 'sign in', 'delete the account']],
};

/** Payment, its events and its refund are told by as many as can, at the same time. */
const crowd: Tab[] = [
  { donor: 0, of: 0, actions: ['open', 'pay', 'be given it back by the operator', 'save', 'save'] },
  { donor: 0, of: 0, actions: ['open', 'save', 'save', 'save'] },
  { donor: 0, of: 1, actions: ['open', 'pay', 'save', 'be given it back by the operator', 'save'] },
];

/** A full disk is a refusal to all but the database. */
const faultsOf = (used: string): readonly Fault[] =>
  used === 'database'
    ? faults
    : [
        ...faults.filter((each) => each !== 'disk full'),
        ...(used.startsWith('provider') ? badResponses : []),
      ];

describe('[PAY-03] a fault at every step in turn: no booking is lost, each charge has paid or went back, once', () => {
  test.each(Object.entries(journeys))(
    '%s',
    async (_, journey) => {
      const tabs = journey.map((actions) => ({ donor: 0 as const, of: 0 as const, actions }));
      const fates = Array<Fate>(4).fill('lost');
      await playOnce(world, { ...plain, fates, tabs }, 1);
      const steps = [...world.stage.steps()];
      expect(steps.length).toBeGreaterThan(10);
      for (const [step, used] of steps.entries()) {
        for (const fault of faultsOf(used)) {
          await playOnce(world, { ...plain, tabs, fates, faults: [{ step, fault }] }, 1);
        }
      }
    },
    minutes(5),
  );
});

describe('[PAY-03] everything at once on two processes: no transaction trips over another', () => {
  const PLAYS = 10;

  test.each<[string, () => Promise<{ url: string; drop(): Promise<void> }>]>([
    ['on PostgreSQL', () => createPostgresDatabase(inject('postgresUrl'))],
    ['on tables that are spread as on Citus', () => createDistributedDatabase()],
  ])(
    '%s',
    async (_, create) => {
      const { url, drop } = await create();
      await using shared = await openWorld({ data: await openWatchedServer(url, [serverMigrations], drop) });
      const stampede: Plan = { ...plain, tabs: crowd, fates: Array<Fate>(8).fill('doubled'), rounds: 3 };
      for (const plan of [
        ...fc.sample(anyPlan, { seed: 20261121, numRuns: PLAYS }),
        ...Array(PLAYS).fill(stampede),
      ])
        await play(shared, { ...plan, processes: 2 }, atOnce);
    },
    minutes(5),
  );
});

test('the same seed plays the same schedule again', async () => {
  const traces = new Set<string>();
  for (const _ of [1, 2, 3]) {
    await explore(world, { runs: 20, seed: 7 });
    traces.add(world.stage.trace().join('\n'));
  }
  expect(traces.size).toBe(1);
});

test.each(Object.entries(mutations))('a server is found out that %s', async (_, { plans, ...sabotage }) => {
  await using wrong = await openWorld({ sabotage });
  await expect(explore(wrong, { runs: 300, seed: 1, plans })).rejects.toThrow('A donor was wronged');
});
