import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { PaymentRow, PaymentStatus } from '#server/db/payment-tables.ts';
import type { AppointmentRow, Trx } from '#server/db/tables.ts';
import type { Intent } from '#server/integrations/card-intents.ts';
import { findAnyAppointment, lockUnpaid, markPaid } from './appointment-repository.ts';
import type { PaymentDeps } from './deps.ts';
import { notifyMember, renderReceiptEmail } from './emails.ts';
import { feeOf } from './fee.ts';
import {
  alertOperator,
  type PaymentActor,
  type PaymentLogDeps,
  recordStep,
} from './payment-log-repository.ts';
import { belongsToThisSite, recordRefunds } from './refunds.ts';
import * as repository from './repository.ts';

export { listAppointmentsWithOpenPayment } from './repository.ts';

/**
 * Result of settling an intent. `paid`: pays for its appointment now. `repeated`: had paid before.
 * `refunded`: not needed, so refunded. `unclaimed`: not needed, and not in this database, so the operator
 * decides. `open`, `closed`: took no money. `foreign`: belongs to another site.
 */
export type Settlement = 'paid' | 'repeated' | 'refunded' | 'unclaimed' | 'open' | 'closed' | 'foreign';

/**
 * Applies the provider's state of an intent to our payment and appointment. Used by browser, webhook and
 * reconciler.
 */
export function settleIntent(deps: PaymentDeps, intent: Intent, by: PaymentActor): Promise<Settlement> {
  return inTransaction(deps.db, (trx) => settleInTransaction(trx, deps, intent, by));
}

/** Like `settleIntent`, inside the caller's transaction. The order of events does not change the result. */
export async function settleInTransaction(
  trx: Trx,
  deps: PaymentDeps,
  intent: Intent,
  by: PaymentActor,
): Promise<Settlement> {
  if (intent.status === 'open') return 'open';
  const known = await repository.findPaymentByIntent(trx, intent.id);
  if (intent.status === 'canceled') {
    if (known) await cancelUnpaidPayment(trx, deps, known, by);
    return 'closed';
  }
  const appointmentId = known?.appointment_id ?? intent.appointmentId;
  if (!appointmentId) return 'foreign';
  const ownIntent = { ...intent, appointmentId, isRecorded: known !== undefined };
  if (known && decidedStatuses.includes(known.status))
    return keepDecision(trx, deps, ownIntent, known.status, by);
  const isOurs = ownIntent.isRecorded || belongsToThisSite(deps, intent);
  const price = known ?? (await findPrice(trx, appointmentId));
  const isRightAmount = price !== undefined && repository.isSameAmount(intent, price);
  const isAccepted = isRightAmount && (isOurs || (await isOwnWithoutSite(trx, intent, appointmentId)));
  if (isAccepted) return acceptMoney(trx, deps, ownIntent, by);
  return isOurs ? refundUnneeded(trx, deps, ownIntent, by) : 'foreign';
}

/** Returns the fee of an appointment, or undefined if it is gone or costs nothing. */
async function findPrice(trx: Trx, appointmentId: string): Promise<repository.Money | undefined> {
  const appointment = await findAnyAppointment(trx, appointmentId);
  return appointment && feeOf(appointment);
}

/** Statuses that already decided about the money, so that it can no longer pay for an appointment. */
const decidedStatuses: PaymentStatus[] = ['refund-due', 'refunded', 'refund-failed', 'unclaimed', 'resolved'];

async function keepDecision(
  trx: Trx,
  deps: PaymentDeps,
  intent: OwnIntent,
  status: PaymentStatus,
  by: PaymentActor,
): Promise<Settlement> {
  await recordRefunds(trx, deps, intent, by);
  const appointment = await findAnyAppointment(trx, intent.appointmentId);
  if (appointment?.transaction_id === intent.id) return 'repeated';
  return status === 'unclaimed' || status === 'resolved' ? 'unclaimed' : 'refunded';
}

/**
 * Returns whether an intent without a site is ours. Sites may share an account, so the appointment must exist
 * here.
 */
async function isOwnWithoutSite(trx: Trx, { site }: Intent, id: string): Promise<boolean> {
  return site === undefined && (await findAnyAppointment(trx, id)) !== undefined;
}

/** Cancels a payment without money. Returns false if it has ended or got an intent in the meantime. */
export async function cancelUnpaidPayment(
  trx: Trx,
  deps: PaymentLogDeps,
  payment: Pick<PaymentRow, 'id' | 'appointment_id' | 'intent_id'>,
  by: PaymentActor,
): Promise<boolean> {
  const from = payment.intent_id ? ('open' as const) : ('opening' as const);
  if (!(await repository.updatePaymentStatus(trx, payment, [from], 'canceled'))) return false;
  await recordStep(trx, deps, payment, 'canceled', by);
  return true;
}

/**
 * Queues the cancellation of a live payment, in the transaction that deletes, cancels or pays its
 * appointment. The payment may have been created in the meantime or in another tab.
 */
export async function cancelPaymentLater(
  { outbox }: Pick<PaymentDeps, 'outbox'>,
  trx: Trx,
  appointmentId: string,
): Promise<void> {
  if (await repository.findLivePayment(trx, appointmentId))
    await outbox.add(trx, 'cancel-payment', { appointmentId });
}

/**
 * Returns whether the appointment has a payment that may still succeed. Locks the appointment, so that no
 * payment is opened in the meantime.
 */
export async function hasOpenPayment(trx: Trx, appointmentId: string): Promise<boolean> {
  await lockUnpaid(trx, appointmentId);
  return (await repository.findLivePayment(trx, appointmentId)) !== undefined;
}

/** `isRecorded`: this database stored the payment before its intent was requested. */
type OwnIntent = Intent & { appointmentId: string; isRecorded: boolean };

async function acceptMoney(
  trx: Trx,
  deps: PaymentDeps,
  intent: OwnIntent,
  by: PaymentActor,
): Promise<Settlement> {
  const { id: intentId, appointmentId, amount, currency } = intent;
  const now = deps.clock();
  const money = { intentId, amount, currency };
  const paid = await markPaid(trx, appointmentId, { ...money, paidAt: intent.paidAt ?? now });
  const payment = await repository.upsertPayment(trx, { ...money, appointmentId, now });
  if (paid) {
    await repository.updatePaymentStatus(trx, payment, payableStatuses, 'succeeded');
    await recordStep(trx, deps, payment, 'paid', by);
    await notifyMember(trx, deps, paid, (reader) => renderReceiptEmail(paid, reader, deps.publicUrl));
    await cancelPaymentLater(deps, trx, appointmentId);
  }
  await recordRefunds(trx, deps, intent, by);
  if (paid) return 'paid';
  const appointment = await findAnyAppointment(trx, appointmentId);
  return appointment?.transaction_id === intentId ? 'repeated' : refundUnneeded(trx, deps, intent, by);
}

/**
 * Refunds money for an appointment that is gone or canceled, was paid by another intent, or has another
 * price. A payment that this database did not record is left to the operator, because the database may be a
 * copy or restored from a backup.
 */
async function refundUnneeded(
  trx: Trx,
  deps: PaymentDeps,
  intent: OwnIntent,
  by: PaymentActor,
): Promise<Settlement> {
  const { id: intentId, appointmentId, amount, currency, isRecorded } = intent;
  const now = deps.clock();
  const payment = await repository.upsertPayment(trx, { intentId, appointmentId, amount, currency, now });
  await recordRefunds(trx, deps, intent, by);
  const step = isRecorded ? 'refund-due' : 'unclaimed';
  if (await repository.updatePaymentStatus(trx, payment, payableStatuses, step)) {
    await recordStep(trx, deps, payment, step, by);
    if (isRecorded) await deps.outbox.add(trx, 'refund', { intentId });
    else alertOperator(trx, deps, payment, { kind: 'unclaimed', reason: 'unknown_to_this_database' });
  }
  return isRecorded ? 'refunded' : 'unclaimed';
}

const payableStatuses = ['opening', 'open', 'canceled'] as const;

/**
 * @throws AppError already-paid, appointment-canceled (409), or already-recorded (409) if the donor did not
 * come, so that there is nothing to pay for
 */
export function assertPayable({
  transaction_id,
  status,
}: Pick<AppointmentRow, 'transaction_id' | 'status'>): void {
  if (transaction_id) throw new AppError('already-paid');
  if (status === 'cancelled') throw new AppError('appointment-canceled');
  if (status === 'noshow') throw new AppError('already-recorded');
}

/**
 * Marks the appointment as paid after the provider confirms that the intent succeeded. Returns false if it
 * was marked before.
 * @throws AppError not-paid (402), not-found (404), payment-mismatch, already-paid, already-recorded,
 * appointment-canceled (409), unavailable (503)
 */
export async function confirmPayment(
  deps: PaymentDeps,
  appointment: Pick<AppointmentRow, 'id' | 'transaction_id'>,
  transactionId: string,
): Promise<boolean> {
  if (appointment.transaction_id === transactionId) return false;
  const intent = /^pi_\w{1,200}$/.test(transactionId)
    ? await deps.cards.findIntent(transactionId)
    : undefined;
  if (intent?.status !== 'succeeded') throw new AppError('not-paid');
  if (intent.appointmentId !== appointment.id) throw new AppError('payment-mismatch');
  const settlement = await settleIntent(deps, intent, 'browser');
  if (settlement === 'foreign') throw new AppError('payment-mismatch');
  if (settlement !== 'refunded' && settlement !== 'unclaimed') return settlement === 'paid';
  // The money is refunded, or left to the operator, because another payment succeeded, the price differs, or
  // the appointment is canceled.
  const current = await findAnyAppointment(deps.db, appointment.id);
  if (!current) throw new AppError('not-found');
  assertPayable(current);
  throw new AppError('payment-mismatch');
}
