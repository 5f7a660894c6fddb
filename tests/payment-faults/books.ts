import assert from 'node:assert/strict';
import type Stripe from 'stripe';
import type { AppointmentTable } from '#server/schema/tables.ts';
import { isRefunded } from './provider.ts';
import type { World } from './world.ts';

/** What we wrote down about it, and what was mailed, says the same as the money. */
export async function expectBooksRight(
  { server, mails }: World,
  intents: Stripe.PaymentIntent[],
  appointment: AppointmentTable | undefined,
): Promise<void> {
  const { db } = server();
  const charges = await db.selectFrom('charges').selectAll().execute();
  const live = charges.filter(({ status }) => status === 'opening' || status === 'open');
  assert.deepEqual(live, [], 'a charge is still waited for');

  const steps = await db.selectFrom('payment_steps').selectAll().execute();
  const count = (id: string, step: string) =>
    steps.filter((each) => each.intent_id === id && each.step === step).length;
  for (const intent of intents) {
    const { id, status } = intent;
    const charge = charges.find(({ intent_id }) => intent_id === id);
    const paid = appointment?.transaction_id === id;
    const gone = appointment === undefined;
    if (status === 'succeeded') {
      assert.equal(charge?.status, isRefunded(intent) ? 'refunded' : 'succeeded');
      if (!gone) assert.equal(count(id, 'paid'), paid ? 1 : 0, 'steps of payment');
    }
    assert.equal(count(id, 'refunded'), isRefunded(intent) ? 1 : 0, 'steps of refund');
  }
  const receipts = [...mails.values()].filter(({ subject }) => /receipt/.test(subject));
  assert.equal(receipts.length, appointment?.transaction_id ? 1 : 0, 'receipts');
}
