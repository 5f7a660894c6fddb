import type { Transaction } from 'kysely';
import { AppError } from '#platform/errors.ts';
import type { ChargeTable, PaymentStepTable, Tables } from '#server/schema/tables.ts';
import * as repository from './repository.ts';
import { endUnpaid, type PaymentRoom, settle } from './settle.ts';

/**
 * Before an appointment is cancelled its live charge is ended, so that nobody pays for nothing.
 * @throws AppError already-paid (409) when the money came first, unavailable (503)
 */
export async function closeCharge(room: PaymentRoom, appointmentId: string): Promise<void> {
  const charge = await repository.findLiveCharge(room.db, appointmentId);
  if (charge && (await endCharge(room, charge, 'cancellation')) === 'paid')
    throw new AppError('already-paid');
}

/** In the transaction that removes an appointment: a charge that was begun meanwhile is ended after it. */
export async function closeAfterwards(
  { outbox }: Pick<PaymentRoom, 'outbox'>,
  trx: Transaction<Tables>,
  appointmentId: string,
): Promise<void> {
  const charge = await repository.findLiveCharge(trx, appointmentId);
  if (charge) await outbox.add(trx, 'end-charge', { appointmentId });
}

/** The outbox's hand: ends what is live of an appointment that is gone; money that came first goes back. */
export async function endLiveCharge(room: PaymentRoom, appointmentId: string): Promise<void> {
  const charge = await repository.findLiveCharge(room.db, appointmentId);
  if (charge) await endCharge(room, charge, 'cancellation');
}

/** Asks the provider to end the intent, and takes over how it stands then. `paid`: the appointment is. */
export async function endCharge(
  room: PaymentRoom,
  charge: ChargeTable,
  by: PaymentStepTable['by'],
): Promise<'paid' | 'ended' | 'open'> {
  const intent = charge.intent_id ? await room.cards.cancelIntent(charge.intent_id) : undefined;
  if (!intent) {
    await room.db.transaction().execute((trx) => endUnpaid(trx, room, charge, by));
    return 'ended';
  }
  const settlement = await settle(room, intent, by);
  if (settlement === 'paid' || settlement === 'repeated') return 'paid';
  return settlement === 'open' ? 'open' : 'ended';
}
