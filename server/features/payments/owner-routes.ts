import * as contract from '#contract/staff-payments.ts';
import type { Core } from '#server/core.ts';
import type { PaymentRow } from '#server/db/payment-tables.ts';
import { bindStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { Routes } from '#server/http/route.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import * as decisions from './decisions.ts';

/** Adds the endpoints with which an owner views payments and decides about them. */
export function mountPaymentDecisions({ staffEndpoint }: Routes, core: Core): void {
  const depsOf = (viewer: StaffMember) => ({ ...core, withStaffLog: bindStaffLog(core, viewer) });

  staffEndpoint(contract.listPayments, async ({ viewer }) => {
    const { open, pause, payments } = await decisions.viewPaymentsNeedingAction(depsOf(viewer));
    return { open, ...(pause && { pause: toPauseReason(pause) }), payments: payments.map(toPayment) };
  });

  staffEndpoint(contract.getPaymentHistory, async ({ viewer, id }) =>
    (await decisions.viewPaymentHistory(depsOf(viewer), id)).map(
      ({ at, step, by, appointment_id, intent_id }) => ({
        at: toIso(at),
        step,
        by,
        appointmentId: appointment_id,
        ...(intent_id && { transactionId: intent_id }),
      }),
    ),
  );

  staffEndpoint(contract.refundPayment, async ({ viewer, id }) => {
    await decisions.refundPayment(depsOf(viewer), id);
    return undefined;
  });

  staffEndpoint(contract.resolvePayment, async ({ viewer, id }) => {
    await decisions.resolvePayment(depsOf(viewer), id);
    return undefined;
  });

  staffEndpoint(contract.pauseRefunds, async ({ viewer }) => {
    await decisions.pauseAutomaticRefunds(depsOf(viewer), 'by an owner');
    return undefined;
  });

  staffEndpoint(contract.resumeRefunds, async ({ viewer }) => ({
    queued: (await decisions.resumeRefunds(depsOf(viewer))) ?? 0,
  }));
}

const toIso = (instant: number): string => new Date(instant).toISOString();

const toPauseReason = (reason: string): (typeof contract.pauseReasons)[number] =>
  (decisions.decidedPauses as Record<string, 'operator' | 'owner'>)[reason] ?? 'moved';

/** A payment that is listed only for its dispute may have any status. */
function toPayment(row: PaymentRow): contract.UndecidedPayment {
  const { status, problem, dispute } = row;
  const isListedByStatus = status === 'refund-failed' || status === 'unclaimed' || status === 'refund-due';
  return {
    _id: row.id,
    ...(row.intent_id && { transactionId: row.intent_id }),
    appointmentId: row.appointment_id,
    createdAt: toIso(row.created_at),
    state: isListedByStatus ? status : 'disputed',
    amount: row.amount,
    refundedAmount: row.refunded_amount,
    currency: row.currency,
    ...(problem && { problem }),
    ...(dispute && { dispute }),
  };
}
