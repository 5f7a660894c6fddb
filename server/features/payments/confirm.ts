import { AppError } from '#platform/errors.ts';
import type { Cards, Intent } from '#server/third-parties/cards.ts';
import { findAnyAppointment } from './paid-repository.ts';
import { type PaymentRoom, settle } from './settle.ts';

/**
 * Marks the appointment as paid once the provider itself says that this intent succeeded; true when it was not yet.
 * @throws AppError not-paid (402), payment-mismatch or already-paid (409), unavailable (503)
 */
export async function confirmPayment(
  room: PaymentRoom,
  appointment: { id: string; transaction_id: string | null },
  transactionId: string,
): Promise<boolean> {
  if (appointment.transaction_id === transactionId) return false;
  const intent = await findSucceeded(room.cards, transactionId);
  if (intent.appointmentId !== appointment.id) throw new AppError('payment-mismatch');
  const settlement = await settle(room, intent, 'browser');
  if (settlement === 'foreign') throw new AppError('payment-mismatch');
  if (settlement !== 'refunded' && settlement !== 'unclaimed') return settlement === 'paid';
  // The money is not kept: another charge has paid, the price was another, or the appointment was cancelled a moment ago.
  const now = await findAnyAppointment(room.db, appointment.id);
  throw new AppError(!now ? 'not-found' : now.transaction_id ? 'already-paid' : 'payment-mismatch');
}

async function findSucceeded(cards: Cards, id: string): Promise<Intent> {
  const intent = /^pi_\w{1,200}$/.test(id) ? await cards.findIntent(id) : undefined;
  if (intent?.status !== 'succeeded') throw new AppError('not-paid');
  return intent;
}
