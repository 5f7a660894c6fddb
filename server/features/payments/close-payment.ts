import { inTransaction } from '#platform/database/transaction.ts';
import { AppError } from '#platform/errors.ts';
import type { ChargeTable } from '#server/db/tables.ts';
import type { PaymentActor } from './payment-log-repository.ts';
import * as repository from './repository.ts';
import { endUnpaid, type PaymentDeps, type Settlement, settle } from './settle.ts';

/**
 * Before an appointment is cancelled its live charge is ended, so that nobody pays for nothing.
 * @throws AppError already-paid (409) when the money came first, unavailable (503)
 */
export async function closePayment(deps: PaymentDeps, appointmentId: string): Promise<void> {
  if ((await cancelLivePayment(deps, appointmentId)) === 'paid') throw new AppError('already-paid');
}

type End = 'paid' | 'ended' | 'open';

/** Ends what is live of an appointment, which may be gone: money that came first pays it, or goes back. */
export async function cancelLivePayment(deps: PaymentDeps, appointmentId: string): Promise<End> {
  const charge = await repository.findLivePayment(deps.db, appointmentId);
  return charge ? endPayment(deps, charge, 'cancellation') : 'ended';
}

/** Asks the provider to end the intent, and takes over how it stands then. `paid`: the appointment is. */
export async function endPayment(deps: PaymentDeps, charge: ChargeTable, by: PaymentActor): Promise<End> {
  const intent = charge.intent_id ? await deps.cards.cancelIntent(charge.intent_id) : undefined;
  if (intent) return endOf(await settle(deps, intent, by));
  const ended = await inTransaction(deps.db, (trx) => endUnpaid(trx, deps, charge, by));
  if (ended || charge.intent_id) return 'ended';
  // It had no intent yet when it was read: by now it has one, or somebody else has ended it.
  const now = await repository.findPayment(deps.db, charge);
  return now?.intent_id ? endPayment(deps, now, by) : 'ended';
}

function endOf(settlement: Settlement): End {
  if (settlement === 'paid' || settlement === 'repeated') return 'paid';
  return settlement === 'open' ? 'open' : 'ended';
}
