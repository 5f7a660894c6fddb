import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openPostgres, openSqlite } from '#platform/testing/databases.ts';
import { cardsMigrations } from './schema/migrations.ts';
import { createTestSandbox, type Sandbox } from './testing/sandbox.ts';

const numbers = ['4242424242424242', '4000000000000002', '4000002760003184', '4000008260003178'];
const what = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);
const amount = fc.option(fc.integer({ min: 100, max: 500 }));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ what: what('confirm'), number: fc.constantFrom(...numbers) }) },
  { weight: 4, arbitrary: fc.record({ what: what('accepted', 'refused') }) },
  { weight: 1, arbitrary: fc.record({ what: what('cancel') }) },
  { weight: 3, arbitrary: fc.record({ what: what('refund'), amount }) },
);
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** Does what a step says; what is refused changes nothing, which is looked at in the end. */
async function take(sandbox: Sandbox, id: string, pages: Stripe.PaymentIntent[], each: Step): Promise<void> {
  const { paymentIntents, refunds } = sandbox.stripe;
  if (each.what === 'cancel') await paymentIntents.cancel(id);
  else if (each.what === 'refund') {
    await refunds.create({ payment_intent: id, ...(each.amount !== null && { amount: each.amount }) });
  } else if (each.what === 'confirm') {
    const intent = await sandbox.confirm(id, each.number);
    if (intent.status === 'requires_action') pages.push(intent);
  } else {
    // Of several pages, also the older ones are answered.
    await Promise.all(pages.map((page) => sandbox.bank(page, each.what)));
  }
}

async function expectTrue({ stripe, rows, find }: Sandbox, id: string): Promise<void> {
  const intent = await find(id);
  const charges = (await rows('cards_charges')).filter((row) => row.intent_id === id);
  const refunds = (await rows('cards_refunds')).filter((row) => row.intent_id === id);
  const events = (await stripe.events.list({ limit: 100 })).data.filter((event) => of(event, id));
  const told = (type: string) => events.filter((event) => event.type === type).length;
  const [paid, ...more] = charges.filter((charge) => charge.refusal === null);
  const given = refunds.reduce((sum, { amount }) => sum + amount, 0);
  expect(more).toEqual([]);
  expect(intent.status === 'succeeded').toBe(paid !== undefined);
  expect(intent.amount_received).toBe(paid ? 500 : 0);
  expect(paid?.refunded ?? 0).toBe(given);
  expect(given).toBeLessThanOrEqual(intent.amount_received);
  expect(told('payment_intent.succeeded')).toBe(paid ? 1 : 0);
  // A refused authentication is told as a failed payment too, without a charge.
  const asked = (await rows('cards_authentications')).filter((row) => row.intent_id === id);
  const refused = asked.filter(({ answer }) => answer === 'refused').length;
  expect(told('payment_intent.payment_failed')).toBe(charges.length - (paid ? 1 : 0) + refused);
  expect(told('charge.refunded')).toBe(refunds.length);
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
    await using sandbox = await createTestSandbox(() => open([cardsMigrations]));
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
