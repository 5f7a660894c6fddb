import { ConcurrentUpdateError, inTransaction } from '#platform/database/transaction.ts';
import type { PaymentStatus, Trx } from '#server/db/tables.ts';
import type { Intent, RefundResult } from '#server/integrations/cards.ts';
import { findAnyAppointment, setRefunded } from './appointment-repository.ts';
import { notifyMember, renderRefundEmail } from './emails.ts';
import {
  type PaymentActor,
  type PaymentLogDeps,
  recordStep,
  requestAttention,
} from './payment-log-repository.ts';
import * as charges from './repository.ts';
import type { PaymentDeps } from './settle.ts';
import { findHold } from './site.ts';

/**
 * The outbox's handler: refunds money that was taken for nothing. While refunds are held it does nothing: releasing
 * them adds a message for each refund that is due.
 */
export async function refund(deps: PaymentDeps, intentId: string): Promise<void> {
  if (await findHold(deps.db)) return;
  const charge = await charges.findPaymentByIntent(deps.db, intentId);
  if (charge?.status !== 'refund-due') return;
  const result = await refundOwn(deps, intentId, await deps.cards.findIntent(intentId));
  const from: PaymentStatus[] = ['refund-due'];
  await inTransaction(deps.db, async (trx) => {
    if (result.outcome === 'refused')
      return recordRefundFailure(trx, deps, intentId, { by: 'refund', reason: result.reason, from });
    // An event that has arrived since then may already say that it failed: that stands.
    await recordRefund(trx, deps, intentId, { by: 'refund', from });
    if (result.reason === 'insufficient_funds')
      deps.onAttention?.({ what: 'refund-waits-for-funds', intentId, appointmentId: charge.appointment_id });
  });
}

/** A copy of a site has its rows and its keys: only what names this site at the provider is refunded. */
async function refundOwn(
  deps: PaymentDeps,
  intentId: string,
  intent: Intent | undefined,
): Promise<RefundResult> {
  if (!intent) return { outcome: 'refused', reason: 'unknown_to_the_provider' };
  if (!belongsToThisSite(deps, intent)) return { outcome: 'refused', reason: 'of_another_site' };
  return intent.refunded ? { outcome: 'on-its-way' } : deps.cards.refund(intentId);
}

/** By its metadata at the provider. */
export const belongsToThisSite = (
  { siteId, publicUrl }: Pick<PaymentDeps, 'siteId' | 'publicUrl'>,
  { site }: Pick<Intent, 'site'>,
): boolean => site !== undefined && (site === siteId || site === publicUrl);

/** Statuses of a charge whose money has not been given back. */
const notRefunded: PaymentStatus[] = [
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
export async function recordRefunds(
  trx: Trx,
  deps: PaymentDeps,
  intent: Pick<Intent, 'id' | 'refunded' | 'refundedAmount'>,
  by: PaymentActor,
): Promise<void> {
  if (intent.refunded) return recordRefund(trx, deps, intent.id, { by });
  const charge = await charges.findPaymentByIntent(trx, intent.id);
  if (!charge || intent.refundedAmount <= charge.refunded_amount || charge.status === 'refunded') return;
  if (!(await charges.recordMoney(trx, charge, { refunded_amount: intent.refundedAmount }))) return;
  await recordStep(trx, deps, charge, 'partly-refunded', by);
}

/** The provider has refunded all of the money, or is about to: it shows on the row, once. */
export async function recordRefund(
  trx: Trx,
  deps: PaymentDeps,
  intentId: string,
  { by, from = notRefunded }: { by: PaymentActor; from?: PaymentStatus[] },
): Promise<void> {
  // The appointment first, as everywhere: who locks in another order waits for ever.
  const found = await charges.findPaymentByIntent(trx, intentId);
  if (found && !from.includes(found.status)) return;
  const refunded = await setRefunded(trx, intentId, deps.clock());
  const charge = await charges.findPaymentByIntent(trx, intentId);
  if (!charge) return;
  if (!(await charges.updatePayment(trx, charge, from, 'refunded'))) {
    // It has failed meanwhile: the row must not say that it is refunded.
    if (refunded) throw new ConcurrentUpdateError();
    return;
  }
  await charges.recordMoney(trx, charge, { refunded_amount: charge.amount, problem: null });
  await recordStep(trx, deps, charge, 'refunded', by);
  const appointment = refunded ?? (await findAnyAppointment(trx, charge.appointment_id));
  if (appointment)
    await notifyMember(trx, deps, appointment, (reader) =>
      renderRefundEmail(appointment, charge, reader, deps.publicUrl),
    );
}

type Failure = { by: PaymentActor; reason: string; from?: PaymentStatus[]; refundedAmount?: number };

/** Also money that somebody wanted to refund at the provider's own site, of which no event has been read yet. */
const failing: PaymentStatus[] = ['succeeded', 'refund-due', 'refunded'];

/** The provider or the donor's bank has refused the refund: the row says so, and the operator has to see to it. */
export async function recordRefundFailure(
  trx: Trx,
  deps: PaymentLogDeps,
  intentId: string,
  { by, reason, from = failing, refundedAmount = 0 }: Failure,
): Promise<void> {
  await setRefunded(trx, intentId, null);
  const charge = await charges.findPaymentByIntent(trx, intentId);
  if (!charge || !(await charges.updatePayment(trx, charge, from, 'refund-failed'))) return;
  await charges.recordMoney(trx, charge, { refunded_amount: refundedAmount, problem: reason });
  await recordStep(trx, deps, charge, 'refund-failed', by);
  requestAttention(trx, deps, charge, { what: 'refund-failed', reason });
}

/** The provider's status of a dispute; each change of what it means is a step. */
export async function recordDispute(
  trx: Trx,
  deps: PaymentLogDeps,
  intentId: string,
  dispute: string,
  by: PaymentActor,
): Promise<void> {
  const charge = await charges.findPaymentByIntent(trx, intentId);
  if (!charge || !(await charges.recordMoney(trx, charge, { dispute }))) return;
  const step = disputeStep(dispute);
  if (charge.dispute !== null && disputeStep(charge.dispute) === step) return;
  await recordStep(trx, deps, charge, step, by);
  if (step === 'disputed' || step === 'dispute-lost')
    requestAttention(trx, deps, charge, { what: step, reason: dispute });
}

function disputeStep(dispute: string) {
  if (charges.openDispute.includes(dispute)) return 'disputed';
  return dispute === 'won' ? 'dispute-won' : dispute === 'lost' ? 'dispute-lost' : 'dispute-closed';
}
