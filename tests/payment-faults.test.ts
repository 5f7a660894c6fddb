import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { explore, playOnce } from './payment-faults/explore.ts';
import { type Action, anyPlan, anyPlanWithCancellation, type Plan, type Tab } from './payment-faults/plan.ts';
import type { Fate } from './payment-faults/provider.ts';
import { play } from './payment-faults/run.ts';
import type { Sabotage } from './payment-faults/server.ts';
import { atOnce, badAnswers, faults } from './payment-faults/stage.ts';
import { openWatchedServer } from './payment-faults/watched-database.ts';
import { openWorld, type World } from './payment-faults/world.ts';

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
};

/** Payment, its events and its refund are told by as many as can, at the same time. */
const crowd: Tab[] = [
  { of: 0, actions: ['open', 'pay', 'be given it back by the operator', 'save', 'save'] },
  { of: 0, actions: ['open', 'save', 'save', 'save'] },
  { of: 1, actions: ['open', 'pay', 'save', 'be given it back by the operator', 'save'] },
];

describe('[PAY-03] a fault at every step in turn: each charge has paid or went back, once', () => {
  test.each(Object.entries(journeys))(
    '%s',
    async (_, journey) => {
      const tabs = journey.map((actions) => ({ of: 0 as const, actions }));
      const fates = Array<Fate>(4).fill('lost');
      await playOnce(world, { ...plain, fates, tabs }, 1);
      const steps = [...world.stage.steps()];
      expect(steps.length).toBeGreaterThan(10);
      for (const [step, used] of steps.entries()) {
        for (const fault of used === 'database' ? faults : [...faults, ...badAnswers]) {
          await playOnce(world, { ...plain, tabs, fates, faults: [{ step, fault }] }, 1);
        }
      }
    },
    minutes(5),
  );
});

test(
  '[PAY-03] 500 schedules drawn by a seed: tabs, events, jobs, kills, broken lines and a provider on a bad day, in any order',
  () => explore(world, { runs: 500, seed: 20261121 }),
  minutes(5),
);

test(
  '[PAY-03] on PostgreSQL, 80 plays with everything at once on two processes: no transaction trips over another',
  async () => {
    const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
    await using shared = await openWorld({ data: await openWatchedServer(url, [serverMigrations], drop) });
    const stampede: Plan = {
      ...plain,
      tabs: crowd,
      fates: Array<Fate>(8).fill('doubled'),
      rounds: 3,
      processes: 2,
    };
    const plans = fc.sample(anyPlan, { seed: 20261121, numRuns: 40 });
    for (const plan of plans) {
      await play(shared, { ...plan, processes: 2 }, atOnce);
      await play(shared, stampede, atOnce);
    }
  },
  minutes(5),
);

test('the same seed plays the same schedule again', async () => {
  const traces = new Set<string>();
  for (const _ of [1, 2, 3]) {
    await explore(world, { runs: 20, seed: 7 });
    traces.add(world.stage.trace().join('\n'));
  }
  expect(traces.size).toBe(1);
});

const forgetful: Record<string, Sabotage & { plans?: fc.Arbitrary<Plan> }> = {
  'overlooks that a refund has failed': {
    cards: (cards) => ({
      ...cards,
      readEvent: async (payload, signature) => {
        const event = await cards.readEvent(payload, signature);
        return event?.about === 'refund-failed' ? undefined : event;
      },
      async *listEvents(since, before) {
        for await (const event of cards.listEvents(since, before))
          if (event.about !== 'refund-failed') yield event;
      },
    }),
  },
  'gives no money back': { handlers: { refund: async () => {} }, plans: anyPlanWithCancellation },
  'says that a charge is ended, and does not end it': {
    cards: (cards) => ({
      ...cards,
      cancelIntent: async (id) => {
        const intent = await cards.findIntent(id);
        return intent?.status === 'open' ? { ...intent, status: 'canceled' } : intent;
      },
    }),
  },
  'asks for each charge of an appointment under one key': {
    cards: (cards) => ({
      ...cards,
      createIntent: (intent) => cards.createIntent({ ...intent, idempotencyKey: intent.appointmentId }),
    }),
  },
  'reads the newest events only': {
    cards: (cards) => ({
      ...cards,
      async *listEvents(since, before) {
        let left = 1;
        for await (const event of cards.listEvents(since, before)) {
          if (left === 0) return;
          left -= 1;
          yield event;
        }
      },
    }),
  },
};

test.each(Object.entries(forgetful))(
  'a server is found out that %s',
  async (_, { plans = anyPlan, ...sabotage }) => {
    await using wrong = await openWorld({ sabotage });
    await expect(explore(wrong, { runs: 300, seed: 1, plans })).rejects.toThrow('A donor was wronged');
  },
);
