import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { ChargeTable } from '#server/db/tables.ts';
import type { PaymentActor } from './payment-log-repository.ts';
import * as repository from './repository.ts';
import { endUnpaid, type PaymentDeps, type Settlement, settle } from './settle.ts';

/**
 * Cancels the live payment of an appointment that is about to be canceled, so that nobody can pay for it.
 * @throws AppError already-paid (409) if the payment succeeded first, unavailable (503)
 */
export async function closePayment(deps: PaymentDeps, appointmentId: string): Promise<void> {
  if ((await cancelLivePayment(deps, appointmentId)) === 'paid') throw new AppError('already-paid');
}

type End = 'paid' | 'ended' | 'open';

/**
 * Cancels the live payment of an appointment that may be gone. A payment that succeeded first is settled: it
 * pays for the appointment or is refunded.
 */
export async function cancelLivePayment(deps: PaymentDeps, appointmentId: string): Promise<End> {
  const charge = await repository.findLivePayment(deps.db, appointmentId);
  return charge ? endPayment(deps, charge, 'cancellation') : 'ended';
}

/** Cancels the intent at the provider and settles its resulting state. */
export async function endPayment(deps: PaymentDeps, charge: ChargeTable, by: PaymentActor): Promise<End> {
  const intent = charge.intent_id ? await deps.cards.cancelIntent(charge.intent_id) : undefined;
  if (intent) return endOf(await settle(deps, intent, by));
  const ended = await inTransaction(deps.db, (trx) => endUnpaid(trx, deps, charge, by));
  if (ended || charge.intent_id) return 'ended';
  // The payment had no intent when it was read. Since then it got one, or another request canceled it.
  const now = await repository.findPayment(deps.db, charge);
  return now?.intent_id ? endPayment(deps, now, by) : 'ended';
}

function endOf(settlement: Settlement): End {
  if (settlement === 'paid' || settlement === 'repeated') return 'paid';
  return settlement === 'open' ? 'open' : 'ended';
}
