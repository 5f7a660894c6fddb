import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { PaymentRow } from '#server/db/payment-tables.ts';
import type { PaymentDeps } from './deps.ts';
import type { PaymentActor } from './payment-log-repository.ts';
import * as repository from './repository.ts';
import { cancelUnpaidPayment, type Settlement, settleIntent } from './settle.ts';

/**
 * Cancels the live payment of an appointment that is about to be canceled, so that it can no longer be paid.
 * @throws AppError already-paid (409) if the payment succeeded first, unavailable (503)
 */
export async function cancelOpenPayment(deps: PaymentDeps, appointmentId: string): Promise<void> {
  if ((await cancelLivePayment(deps, appointmentId)) === 'paid') throw new AppError('already-paid');
}

type CancelResult = 'paid' | 'ended' | 'open';

/**
 * Cancels the live payment of an appointment that may be gone. A payment that succeeded first is settled, so
 * that it pays for the appointment or is refunded.
 */
export async function cancelLivePayment(deps: PaymentDeps, appointmentId: string): Promise<CancelResult> {
  const payment = await repository.findLivePayment(deps.db, appointmentId);
  return payment ? cancelPayment(deps, payment, 'cancellation') : 'ended';
}

/**
 * Cancels the payment at the provider, and settles the resulting state of its intent. Without an intent,
 * cancels the payment only in this database.
 */
export async function cancelPayment(
  deps: PaymentDeps,
  payment: PaymentRow,
  by: PaymentActor,
): Promise<CancelResult> {
  const intent = payment.intent_id ? await deps.cards.cancelIntent(payment.intent_id) : undefined;
  if (intent) return toCancelResult(await settleIntent(deps, intent, by));
  const isCanceled = await inTransaction(deps.db, (trx) => cancelUnpaidPayment(trx, deps, payment, by));
  if (isCanceled || payment.intent_id) return 'ended';
  // The payment had no intent when it was read. Since then it got an intent, or another request canceled it.
  const current = await repository.findPayment(deps.db, payment);
  return current?.intent_id ? cancelPayment(deps, current, by) : 'ended';
}

function toCancelResult(settlement: Settlement): CancelResult {
  if (settlement === 'paid' || settlement === 'repeated') return 'paid';
  return settlement === 'open' ? 'open' : 'ended';
}
