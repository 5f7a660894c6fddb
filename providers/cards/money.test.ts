import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openPostgres, openSqlite } from '#platform/testing/databases.ts';
import { cardsMigrations } from './schema/migrations.ts';
import { openSandbox } from './testing/sandbox.ts';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

const numbers = ['4242424242424242', '4000000000000002', '4000002760003184', '4000008260003178'];
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('confirm' as const), number: fc.constantFrom(...numbers) }),
  },
  { weight: 4, arbitrary: fc.record({ what: fc.constantFrom('accepted' as const, 'refused' as const) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cancel' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('refund' as const),
      amount: fc.option(fc.integer({ min: 100, max: 500 })),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** Does what a step says; what is refused changes nothing, which is looked at in the end. */
async function take(sandbox: Sandbox, id: string, pages: Stripe.PaymentIntent[], each: Step): Promise<void> {
  const { paymentIntents, refunds } = sandbox.stripe;
  if (each.what === 'cancel') await paymentIntents.cancel(id);
  else if (each.what === 'refund') {
    await refunds.create({ payment_intent: id, ...(each.amount !== null && { amount: each.amount }) });
  } else if (each.what === 'confirm') {
    const { id: payment_method } = await sandbox.createMethod(each.number);
    const return_url = 'http://localhost:3000/';
    const intent = await paymentIntents.confirm(id, { payment_method, return_url });
    if (intent.status === 'requires_action') pages.push(intent);
  } else {
    // Of several pages, also the older ones are answered.
    await Promise.all(pages.map((page) => sandbox.answerBank(page, each.what)));
  }
}

async function expectTrue({ stripe }: Sandbox, id: string): Promise<void> {
  const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  const charges = (await stripe.charges.list({ payment_intent: id, limit: 100 })).data;
  const refunds = (await stripe.refunds.list({ payment_intent: id, limit: 100 })).data;
  const events = (await stripe.events.list({ limit: 100 })).data.filter((event) => of(event, id));
  const told = (type: string) => events.filter((event) => event.type === type).length;
  const [paid, ...more] = charges.filter((charge) => charge.paid);
  const given = refunds.reduce((sum, { amount }) => sum + amount, 0);
  expect(more).toEqual([]);
  expect(intent.status === 'succeeded').toBe(paid !== undefined);
  expect(intent.amount_received).toBe(paid ? 500 : 0);
  expect(paid?.amount_refunded ?? 0).toBe(given);
  expect(given).toBeLessThanOrEqual(intent.amount_received);
  expect([told('charge.succeeded'), told('payment_intent.succeeded')]).toEqual(paid ? [1, 1] : [0, 0]);
  expect(told('charge.failed')).toBe(charges.length - (paid ? 1 : 0));
  expect([told('refund.created'), told('charge.refunded')]).toEqual([refunds.length, refunds.length]);
  expect(told('payment_intent.canceled')).toBe(intent.status === 'canceled' ? 1 : 0);
}

function of(event: Stripe.Event, id: string): boolean {
  const object = event.data.object as { id: string; payment_intent?: string };
  return object.id === id || object.payment_intent === id;
}

test.each([
  ['SQLite', openSqlite, 200],
  ['PostgreSQL', openPostgres, 60],
] as const)(
  'on %s, whatever is done at once and in whatever order: one charge at most, no cent more given back than came, all of it told',
  async (_, open, numRuns) => {
    await using sandbox = await openSandbox(() => open([cardsMigrations]));
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const { id } = await sandbox.createIntent();
        const pages: Stripe.PaymentIntent[] = [];
        for (const round of all) {
          await Promise.allSettled(round.map((each) => take(sandbox, id, pages, each)));
        }
        await expectTrue(sandbox, id);
      }),
      { numRuns },
    );
    expect(sandbox.logged).toEqual([]);
  },
);
