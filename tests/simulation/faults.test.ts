import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minutes } from '#platform/time.ts';
import { runOnce } from './explore.ts';
import { type Action, PLAIN_PLAN } from './plan.ts';
import type { WebhookOutcome } from './provider.ts';
import { type Fault, faults, providerErrors } from './scheduler.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const JOURNEYS: Record<string, Action[][]> = {
  'one tab pays': [['open', 'pay', 'save']],
  'a payment with authentication': [['open', 'pay with authentication', 'accept at the bank', 'save']],
  'a declined card, then another': [['open', 'pay with a declined card', 'open', 'pay', 'save']],
  'two tabs pay': [
    ['open', 'pay', 'save'],
    ['open', 'pay', 'save'],
  ],
  'a canceled appointment is paid with a card whose refunds fail': [
    ['open', 'pay with a card whose refunds fail'],
    ['open', 'cancel'],
  ],
  'one tab pays, one cancels': [
    ['open', 'pay', 'save'],
    ['open', 'cancel'],
  ],
  'an appointment is requested, moved and canceled': [
    ['request day 4', 'resend the form', 'move to day 5', 'cancel', 'list'],
  ],
  'the session ends': [['share a photo', 'sign out', 'list', 'sign in', 'delete the account']],
};

/** For everything but the database, a full disk is the same as a refused connection. */
const faultsOf = (stepName: string): readonly Fault[] =>
  stepName === 'database'
    ? faults
    : [
        ...faults.filter((fault) => fault !== 'disk full'),
        ...(stepName.startsWith('provider') ? providerErrors : []),
      ];

describe('[PAY-03] with a fault at each step no booking is lost, and each charge pays or is refunded once', () => {
  test.each(Object.entries(JOURNEYS))(
    '%s',
    async (_, journey) => {
      const tabs = journey.map((actions) => ({ donor: 0 as const, appointment: 0 as const, actions }));
      const webhookOutcomes = Array<WebhookOutcome>(4).fill('lost');
      await runOnce(world, { ...PLAIN_PLAN, webhookOutcomes, tabs }, 1);
      const steps = [...world.simulation.steps()];
      expect(steps.length).toBeGreaterThan(10);
      for (const [step, stepName] of steps.entries()) {
        for (const fault of faultsOf(stepName)) {
          await runOnce(world, { ...PLAIN_PLAN, tabs, webhookOutcomes, faults: [{ step, fault }] }, 1);
        }
      }
    },
    minutes(5),
  );
});
