import assert from 'node:assert/strict';
import type Stripe from 'stripe';
import type { AppointmentTable } from '#server/schema/tables.ts';
import { isDisputed, isRefunded, takesNoRefund } from './provider.ts';
import type { World } from './world.ts';

/** What we wrote down about it, and what was mailed, says the same as the money. */
export async function expectBooksRight(
  { server, mails, told }: World,
  intents: Stripe.PaymentIntent[],
  appointments: AppointmentTable[],
): Promise<void> {
  const { db } = server();
  const charges = await db.selectFrom('charges').selectAll().execute();
  const live = charges.filter(({ status }) => status === 'opening' || status === 'open');
  assert.deepEqual(live, [], 'a charge is still waited for');

  const donors = await db.selectFrom('users').selectAll().execute();
  const steps = await db.selectFrom('payment_steps').selectAll().execute();
  const count = (id: string, step: string) =>
    steps.filter((each) => each.intent_id === id && each.step === step).length;
  for (const intent of intents) {
    const { id, status } = intent;
    const refunds = isRefunded(intent) ? 1 : 0;
    const charge = charges.find(({ intent_id }) => intent_id === id);
    const appointment = appointments.find((each) => each.id === intent.metadata.appointmentId);
    const receipts = appointment?.transaction_id === id ? 1 : 0;
    const failed = takesNoRefund(intent) && (receipts === 0 || told.givenBack.has(id));
    if (status === 'succeeded') {
      const stuck = failed || (isDisputed(intent) && receipts === 0);
      assert.equal(charge?.status, stuck ? 'refund-failed' : refunds ? 'refunded' : 'succeeded');
      if (isDisputed(intent)) assert.equal(charge?.dispute, 'needs_response');
      if (appointment) assert.equal(count(id, 'paid'), receipts, 'steps of payment');
    }
    // One that fails later may be seen before it does, or only then.
    (failed ? atMost : assert.equal)(count(id, 'refunded'), failed ? 1 : refunds, 'steps of refund');

    // An account that is gone may have been there when its mails were written, or not.
    const reached = donors.some((donor) => donor.id === appointment?.user_id);
    const agree = reached ? assert.equal : atMost;
    agree(mailsOf(id, /receipt/), receipts, 'receipts');
    (failed ? atMost : agree)(mailsOf(id, /on its way back/), failed ? 1 : refunds, 'refund notices');
  }

  function mailsOf(id: string, subject: RegExp): number {
    return mails.list().filter((mail) => subject.test(mail.subject) && mail.text.includes(id)).length;
  }
}

const atMost = (found: number, most: number, what: string) =>
  assert(found <= most, `${what}: ${found}, and at most ${most} of them`);
