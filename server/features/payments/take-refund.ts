import { afterCommit, Overtaken } from '#platform/database/transaction.ts';
import type { ChargeStatus, PaymentStepTable, Trx } from '#server/schema/tables.ts';
import type { Intent } from '#server/third-parties/cards.ts';
import { composeRefundNotice } from './mails.ts';
import { openDispute, recordMoney } from './money-repository.ts';
import { notifyMember } from './notify-member.ts';
import * as appointments from './paid-repository.ts';
import * as repository from './repository.ts';
import type { PaymentRoom } from './settle.ts';
import { type Attention, keepStep, type TrailRoom } from './trail-repository.ts';

type By = PaymentStepTable['by'];

/** Statuses of a charge whose money has not been given back. */
const notRefunded: ChargeStatus[] = [
  'opening',
  'open',
  'canceled',
  'succeeded',
  'refund-due',
  'refund-failed',
  'unclaimed',
  'resolved',
];

/** What the provider says now of the refunds of an intent: all of the money, a part of it, or none. */
export async function takeRefunds(
  trx: Trx,
  room: PaymentRoom,
  intent: Pick<Intent, 'id' | 'refunded' | 'refundedAmount'>,
  by: By,
): Promise<void> {
  if (intent.refunded) return takeRefund(trx, room, intent.id, { by });
  const charge = await repository.findChargeOfIntent(trx, intent.id);
  if (!charge || intent.refundedAmount <= charge.refunded_amount || charge.status === 'refunded') return;
  if (!(await recordMoney(trx, charge, { refunded_amount: intent.refundedAmount }))) return;
  await keepStep(trx, room, stepOf(charge, 'partly-refunded', by));
}

/** The provider has refunded all of the money, or is about to: it shows on the row, once. */
export async function takeRefund(
  trx: Trx,
  room: PaymentRoom,
  intentId: string,
  { by, from = notRefunded }: { by: By; from?: ChargeStatus[] },
): Promise<void> {
  const now = room.clock();
  // The appointment first, as everywhere: who locks in another order waits for ever.
  const found = await repository.findChargeOfIntent(trx, intentId);
  if (found && !from.includes(found.status)) return;
  const refunded = await appointments.markRefunded(trx, intentId, now);
  const charge = await repository.findChargeOfIntent(trx, intentId);
  if (!charge) return;
  if (!(await repository.moveCharge(trx, charge, from, 'refunded'))) {
    // It has failed meanwhile: the row must not say that it is refunded.
    if (refunded) throw new Overtaken();
    return;
  }
  await recordMoney(trx, charge, { refunded_amount: charge.amount, problem: null });
  await keepStep(trx, room, stepOf(charge, 'refunded', by));
  const appointment = refunded ?? (await appointments.findAnyAppointment(trx, charge.appointment_id));
  if (appointment)
    await notifyMember(trx, room, appointment, (reader) =>
      composeRefundNotice(appointment, charge, reader, room.publicUrl),
    );
}

type Failure = { by: By; reason: string; from?: ChargeStatus[]; refundedAmount?: number };

/** Also money that somebody wanted to refund at the provider's own site, of which no event has been read yet. */
const failing: ChargeStatus[] = ['succeeded', 'refund-due', 'refunded'];

/** The provider or the donor's bank has refused the refund: the row says so, and the operator has to see to it. */
export async function takeRefundFailure(
  trx: Trx,
  room: TrailRoom,
  intentId: string,
  { by, reason, from = failing, refundedAmount = 0 }: Failure,
): Promise<void> {
  await appointments.unmarkRefunded(trx, intentId);
  const charge = await repository.findChargeOfIntent(trx, intentId);
  if (!charge || !(await repository.moveCharge(trx, charge, from, 'refund-failed'))) return;
  await recordMoney(trx, charge, { refunded_amount: refundedAmount, problem: reason });
  await keepStep(trx, room, stepOf(charge, 'refund-failed', by));
  callForAttention(trx, room, charge, { what: 'refund-failed', reason });
}

/** The provider's status of a dispute; each change of what it means is a step. */
export async function takeDispute(
  trx: Trx,
  room: TrailRoom,
  intentId: string,
  dispute: string,
  by: By,
): Promise<void> {
  const charge = await repository.findChargeOfIntent(trx, intentId);
  if (!charge || !(await recordMoney(trx, charge, { dispute }))) return;
  const step = disputeStep(dispute);
  if (charge.dispute !== null && disputeStep(charge.dispute) === step) return;
  await keepStep(trx, room, stepOf(charge, step, by));
  if (step === 'disputed' || step === 'dispute-lost')
    callForAttention(trx, room, charge, { what: step, reason: dispute });
}

function disputeStep(dispute: string) {
  if (openDispute.includes(dispute)) return 'disputed';
  return dispute === 'won' ? 'dispute-won' : dispute === 'lost' ? 'dispute-lost' : 'dispute-closed';
}

type Known = { appointment_id: string; intent_id: string | null };

const stepOf = <Step>({ appointment_id, intent_id }: Known, step: Step, by: By) => ({
  appointment_id,
  intent_id,
  step,
  by,
});

/** Tells the operator, once the transaction is committed. */
export function callForAttention(
  trx: Trx,
  { onAttention }: TrailRoom,
  { appointment_id, intent_id }: Known,
  what: Pick<Attention, 'what' | 'reason'>,
): void {
  if (onAttention)
    afterCommit(trx, () =>
      onAttention({ ...what, intentId: intent_id ?? '', appointmentId: appointment_id }),
    );
}
