import { ConcurrentUpdateError, inTransaction } from '#platform/database/transaction.ts';
import type { PaymentStatus } from '#server/db/payment-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { findRefundPause } from '#server/features/site/site.ts';
import type { Intent } from '#server/integrations/card-intents.ts';
import type { RefundResult } from '#server/integrations/cards.ts';
import { findAnyAppointment, setPartialRefund, setRefunded } from './appointment-repository.ts';
import type { PaymentDeps } from './deps.ts';
import { notifyMember, renderPartialRefundEmail, renderRefundEmail } from './emails.ts';
import {
  alertOperator,
  type PaymentActor,
  type PaymentLogDeps,
  recordStep,
} from './payment-log-repository.ts';
import * as payments from './repository.ts';

/**
 * Outbox handler that refunds a payment that is due for a refund. Does nothing while refunds are paused,
 * because resuming queues each due refund again.
 */
export async function sendDueRefund(deps: PaymentDeps, intentId: string): Promise<void> {
  if (await findRefundPause(deps.db)) return;
  const payment = await payments.findPaymentByIntent(deps.db, intentId);
  if (payment?.status !== 'refund-due') return;
  const result = await refundIfOwn(deps, intentId, await deps.cards.findIntent(intentId));
  const from: PaymentStatus[] = ['refund-due'];
  await inTransaction(deps.db, async (trx) => {
    if (result.outcome === 'rejected')
      return recordRefundFailure(trx, deps, intentId, { by: 'refund', reason: result.reason, from });
    // An event received in the meantime may already report a failure, which stays.
    await recordRefund(trx, deps, intentId, { by: 'refund', from });
    if (result.reason === 'insufficient_funds')
      deps.onOperatorAlert?.({
        kind: 'refund-waits-for-funds',
        intentId,
        appointmentId: payment.appointment_id,
      });
  });
}

/**
 * Requests the refund of a paid appointment that is canceled. Returns false if it was requested before.
 * @param by who requested the refund. `cancellation` is the site, which then deletes the record of the
 * cancellation
 */
export async function requestRefundOfCanceled(
  trx: Trx,
  deps: PaymentDeps,
  transactionId: string,
  by: 'coordinator' | 'cancellation',
): Promise<boolean> {
  const payment = await payments.findPaymentByIntent(trx, transactionId);
  if (!payment || !(await payments.updatePaymentStatus(trx, payment, ['succeeded'], 'refund-due')))
    return false;
  await recordStep(trx, deps, payment, 'refund-due', by);
  await deps.outbox.add(trx, 'refund', { intentId: transactionId });
  return true;
}

/** A copy of a site has the same rows and keys, so only intents that name this site are refunded. */
async function refundIfOwn(
  deps: PaymentDeps,
  intentId: string,
  intent: Intent | undefined,
): Promise<RefundResult> {
  if (!intent) return { outcome: 'rejected', reason: 'unknown_to_the_provider' };
  if (!belongsToThisSite(deps, intent)) return { outcome: 'rejected', reason: 'of_another_site' };
  return intent.refunded ? { outcome: 'accepted' } : deps.cards.refund(intentId);
}

/** Returns whether the intent's metadata names this site. */
export const belongsToThisSite = (
  { siteId }: Pick<PaymentDeps, 'siteId'>,
  { site }: Pick<Intent, 'site'>,
): boolean => site === siteId;

/** Statuses of payments that are not refunded. */
const unrefundedStatuses: PaymentStatus[] = [
  'opening',
  'open',
  'canceled',
  'succeeded',
  'refund-due',
  'refund-failed',
  'unclaimed',
  'resolved',
];

/** Records the provider's current refund state of an intent: full, partial or none. */
export async function recordRefunds(
  trx: Trx,
  deps: PaymentDeps,
  intent: Pick<Intent, 'id' | 'refunded' | 'refundedAmount'>,
  by: PaymentActor,
): Promise<void> {
  if (intent.refunded) return recordRefund(trx, deps, intent.id, { by });
  const payment = await payments.findPaymentByIntent(trx, intent.id);
  if (!payment || intent.refundedAmount <= payment.refunded_amount || payment.status === 'refunded') return;
  const refunded_amount = intent.refundedAmount;
  const appointment = await setPartialRefund(trx, intent.id, refunded_amount);
  if (!(await payments.recordPaymentDetails(trx, payment, { refunded_amount }))) return;
  await recordStep(trx, deps, payment, 'partly-refunded', by);
  if (appointment)
    await notifyMember(trx, deps, appointment, (reader) =>
      renderPartialRefundEmail(appointment, { ...payment, refunded_amount }, reader, deps.publicUrl),
    );
}

/** Records once that the provider refunded, or is about to refund, the whole payment. */
export async function recordRefund(
  trx: Trx,
  deps: PaymentDeps,
  intentId: string,
  { by, from = unrefundedStatuses }: { by: PaymentActor; from?: PaymentStatus[] },
): Promise<void> {
  // Update the appointment before the payment, because all transactions lock in this order, to prevent
  // deadlocks.
  const found = await payments.findPaymentByIntent(trx, intentId);
  if (found && !from.includes(found.status)) return;
  const refunded = await setRefunded(trx, intentId, deps.clock());
  const payment = await payments.findPaymentByIntent(trx, intentId);
  if (!payment) return;
  if (!(await payments.updatePaymentStatus(trx, payment, from, 'refunded'))) {
    // The refund failed in the meantime, so the appointment must not be marked as refunded.
    if (refunded) throw new ConcurrentUpdateError();
    return;
  }
  await payments.recordPaymentDetails(trx, payment, { refunded_amount: payment.amount, problem: null });
  await recordStep(trx, deps, payment, 'refunded', by);
  const appointment = refunded ?? (await findAnyAppointment(trx, payment.appointment_id));
  if (appointment)
    await notifyMember(trx, deps, appointment, (reader) =>
      renderRefundEmail(appointment, payment, reader, deps.publicUrl),
    );
}

type RefundFailure = { by: PaymentActor; reason: string; from?: PaymentStatus[]; refundedAmount?: number };

/**
 * Statuses after which a refund can fail. `succeeded`: the refund was made at the provider, and its event was
 * not read yet.
 */
const refundableStatuses: PaymentStatus[] = ['succeeded', 'refund-due', 'refunded'];

/** Records that the provider or the member's bank rejected the refund, and notifies the operator. */
export async function recordRefundFailure(
  trx: Trx,
  deps: PaymentLogDeps,
  intentId: string,
  { by, reason, from = refundableStatuses, refundedAmount = 0 }: RefundFailure,
): Promise<void> {
  await setRefunded(trx, intentId, null);
  await setPartialRefund(trx, intentId, refundedAmount);
  const payment = await payments.findPaymentByIntent(trx, intentId);
  if (!payment || !(await payments.updatePaymentStatus(trx, payment, from, 'refund-failed'))) return;
  await payments.recordPaymentDetails(trx, payment, { refunded_amount: refundedAmount, problem: reason });
  await recordStep(trx, deps, payment, 'refund-failed', by);
  alertOperator(trx, deps, payment, { kind: 'refund-failed', reason });
}

/** Records the provider's status of a dispute, and a step when its meaning changes. */
export async function recordDispute(
  trx: Trx,
  deps: PaymentLogDeps,
  intentId: string,
  dispute: string,
  by: PaymentActor,
): Promise<void> {
  const payment = await payments.findPaymentByIntent(trx, intentId);
  if (!payment || !(await payments.recordPaymentDetails(trx, payment, { dispute }))) return;
  const step = disputeStep(dispute);
  if (payment.dispute !== null && disputeStep(payment.dispute) === step) return;
  await recordStep(trx, deps, payment, step, by);
  if (step === 'disputed' || step === 'dispute-lost')
    alertOperator(trx, deps, payment, { kind: step, reason: dispute });
}

function disputeStep(dispute: string) {
  if (payments.openDisputeStatuses.includes(dispute)) return 'disputed';
  return dispute === 'won' ? 'dispute-won' : dispute === 'lost' ? 'dispute-lost' : 'dispute-closed';
}
