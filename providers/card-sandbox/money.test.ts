import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { openPostgres, openSqlite } from '#platform/testing/databases.ts';
import { cardsMigrations } from './schema/migrations.ts';
import { createTestSandbox, type Sandbox } from './testing/sandbox.ts';

const numbers = ['4242424242424242', '4000000000000002', '4000002760003184', '4000008260003178'];
const action = <Name extends string>(...names: Name[]) => fc.constantFrom(...names);
const amount = fc.option(fc.integer({ min: 100, max: 500 }));
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ action: action('confirm'), number: fc.constantFrom(...numbers) }) },
  { weight: 4, arbitrary: fc.record({ action: action('accepted', 'refused') }) },
  { weight: 1, arbitrary: fc.record({ action: action('cancel') }) },
  { weight: 3, arbitrary: fc.record({ action: action('refund'), amount }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Performs a step. A rejected step must change nothing, which is checked at the end. */
async function perform(
  sandbox: Sandbox,
  id: string,
  pages: Stripe.PaymentIntent[],
  step: Step,
): Promise<void> {
  const { paymentIntents, refunds } = sandbox.stripe;
  if (step.action === 'cancel') await paymentIntents.cancel(id);
  else if (step.action === 'refund') {
    await refunds.create({ payment_intent: id, ...(step.amount !== null && { amount: step.amount }) });
  } else if (step.action === 'confirm') {
    const intent = await sandbox.confirm(id, step.number);
    if (intent.status === 'requires_action') pages.push(intent);
  } else {
    // Respond to all pages, even outdated ones.
    await Promise.all(pages.map((page) => sandbox.bank(page, step.action)));
  }
}

async function expectConsistent({ stripe, rows, find }: Sandbox, id: string): Promise<void> {
  const intent = await find(id);
  const charges = (await rows('cards_charges')).filter((row) => row.intent_id === id);
  const refunds = (await rows('cards_refunds')).filter((row) => row.intent_id === id);
  const events = (await stripe.events.list({ limit: 100 })).data.filter((event) => isEventOf(event, id));
  const countEvents = (type: string) => events.filter((event) => event.type === type).length;
  const [paid, ...more] = charges.filter((charge) => charge.refusal === null);
  const refunded = refunds.reduce((sum, { amount }) => sum + amount, 0);
  expect(more).toEqual([]);
  expect(intent.status === 'succeeded').toBe(paid !== undefined);
  expect(intent.amount_received).toBe(paid ? 500 : 0);
  expect(paid?.refunded ?? 0).toBe(refunded);
  expect(refunded).toBeLessThanOrEqual(intent.amount_received);
  expect(countEvents('payment_intent.succeeded')).toBe(paid ? 1 : 0);
  // A refused authentication is also a failed payment, but without a charge.
  const authentications = (await rows('cards_authentications')).filter((row) => row.intent_id === id);
  const refused = authentications.filter(({ answer }) => answer === 'refused').length;
  expect(countEvents('payment_intent.payment_failed')).toBe(charges.length - (paid ? 1 : 0) + refused);
  expect(countEvents('charge.refunded')).toBe(refunds.length);
  expect(countEvents('payment_intent.canceled')).toBe(intent.status === 'canceled' ? 1 : 0);
}

function isEventOf(event: Stripe.Event, id: string): boolean {
  const object = event.data.object as { id: string; payment_intent?: string };
  return object.id === id || object.payment_intent === id;
}

test.each([
  ['SQLite', openSqlite, 200],
  ['PostgreSQL', openPostgres, 60],
] as const)(
  'any concurrent steps charge at most once, refund at most that, and record every event, on %s',
  async (_, open, numRuns) => {
    await using sandbox = await createTestSandbox(() => open([cardsMigrations]));
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(rounds, async (all) => {
        const { id } = await sandbox.createIntent();
        const pages: Stripe.PaymentIntent[] = [];
        for (const round of all) {
          await Promise.allSettled(round.map((step) => perform(sandbox, id, pages, step)));
        }
        await expectConsistent(sandbox, id);
      }),
      { numRuns },
    );
    expect(sandbox.logged).toEqual([]);
  },
);
