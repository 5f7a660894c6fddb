import { AppError } from '#platform/errors.ts';
import type { Outbox } from '#platform/jobs/outbox.ts';
import type { Clock } from '#platform/time.ts';
import type { PaymentRow, PaymentStatus } from '#server/db/payment-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { findRefundPause, pauseRefunds, removeRefundPause } from '#server/features/site/site.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import { listDonorIds } from './appointment-repository.ts';
import { listSteps, recordStep } from './payment-log-repository.ts';
import {
  countLivePayments,
  findPaymentByIntent,
  listPaymentsNeedingAction,
  listRefundsDue,
  updatePaymentStatus,
} from './repository.ts';

/**
 * Dependencies of decisions by an owner, or by the operator on the command line. The staff log records who
 * decided.
 */
export type DecisionDeps = { withStaffLog: WithStaffLog; clock: Clock; outbox: Pick<Outbox, 'add'> };

/**
 * Refunds a payment: one whose refund failed, one that this database did not record, or any paid one, whose
 * appointment stays as it is. The running site sends the refund.
 * @throws AppError not-found (404), payment-decided (409)
 */
export const refundPayment = (
  { withStaffLog, clock, outbox }: DecisionDeps,
  intentId: string,
): Promise<void> =>
  withStaffLog(async (trx, log) => {
    const payment = await decide(trx, intentId, 'refund-due', ['refund-failed', 'unclaimed', 'succeeded']);
    await recordStep(trx, { clock }, payment, 'refund-due', 'operator');
    await outbox.add(trx, 'refund', { intentId });
    await log({ action: 'refund payment', people: await listDonorIds(trx, [payment.appointment_id]) });
  });

/**
 * Marks a payment as handled outside this site, so that it no longer needs a decision.
 * @throws AppError not-found (404), payment-decided (409)
 */
export const resolvePayment = (
  { withStaffLog, clock }: Omit<DecisionDeps, 'outbox'>,
  intentId: string,
): Promise<void> =>
  withStaffLog(async (trx, log) => {
    const payment = await decide(trx, intentId, 'resolved', ['refund-failed', 'unclaimed']);
    await recordStep(trx, { clock }, payment, 'resolved', 'operator');
    await log({ action: 'resolve payment', people: await listDonorIds(trx, [payment.appointment_id]) });
  });

/**
 * Returns the payments that need the operator or the provider, the number of live payments and the reason of
 * a pause. Logs the access to the donors' data.
 */
export const viewPaymentsNeedingAction = ({ withStaffLog }: Pick<DecisionDeps, 'withStaffLog'>) =>
  withStaffLog(async (trx, log) => {
    const payments = await listPaymentsNeedingAction(trx);
    const people = await listDonorIds(trx, [...new Set(payments.map((row) => row.appointment_id))]);
    if (people.length > 0) await log({ action: 'view payments', people });
    return { open: await countLivePayments(trx), pause: await findRefundPause(trx), payments };
  });

/** Returns the number of payments that an owner must decide about. Refunds that are due need it while paused. */
export async function countPaymentsToDecide(db: Db): Promise<number> {
  const isPaused = (await findRefundPause(db)) !== undefined;
  const payments = await listPaymentsNeedingAction(db);
  return payments.filter(({ status }) => isPaused || status !== 'refund-due').length;
}

/** Returns the steps of a transaction or an appointment, oldest first. @throws AppError not-found (404) */
export const viewPaymentHistory = ({ withStaffLog }: Pick<DecisionDeps, 'withStaffLog'>, id: string) =>
  withStaffLog(async (trx, log) => {
    const steps = await listSteps(trx, id);
    if (steps.length === 0) throw new AppError('not-found');
    const people = await listDonorIds(trx, [...new Set(steps.map((step) => step.appointment_id))]);
    if (people.length > 0) await log({ action: 'view payment', people });
    return steps;
  });

/**
 * Changes the status of a payment that has one of these statuses. If two people decide at the same time, the
 * later one fails.
 */
async function decide(
  trx: Trx,
  intentId: string,
  to: 'refund-due' | 'resolved',
  from: PaymentStatus[],
): Promise<PaymentRow> {
  const payment = await findPaymentByIntent(trx, intentId);
  if (!payment) throw new AppError('not-found');
  if (!(await updatePaymentStatus(trx, payment, from, to))) throw new AppError('payment-decided');
  return payment;
}

/** Reasons that are a person's decision. With any other reason, the data was restored or copied (site.ts). */
export const decidedPauses = { 'by the operator': 'operator', 'by an owner': 'owner' } as const;

/** Pauses automatic refunds. Returns false, and keeps the earlier reason, if they are already paused. */
export const pauseAutomaticRefunds = (
  { withStaffLog }: Pick<DecisionDeps, 'withStaffLog'>,
  reason: keyof typeof decidedPauses,
): Promise<boolean> =>
  withStaffLog(async (trx, log) => {
    if (await findRefundPause(trx)) return false;
    await pauseRefunds(trx, reason);
    await log({ action: 'pause refunds', people: [] });
    return true;
  });

/**
 * Resumes automatic refunds and queues those that became due in the meantime.
 * @returns the number of queued refunds, or undefined if refunds were not paused
 */
export const resumeRefunds = ({
  withStaffLog,
  outbox,
}: Omit<DecisionDeps, 'clock'>): Promise<number | undefined> =>
  withStaffLog(async (trx, log) => {
    if (!(await removeRefundPause(trx))) return undefined;
    const payments = await listRefundsDue(trx);
    for (const { intent_id } of payments)
      if (intent_id) await outbox.add(trx, 'refund', { intentId: intent_id });
    await log({ action: 'resume refunds', people: [] });
    return payments.length;
  });
