import type { Kysely } from 'kysely';
import { serviceCharge } from '#contract/values.ts';
import { AppError } from '#platform/errors.ts';
import type { Outbox } from '#platform/outbox.ts';
import { type Clock, seconds } from '#platform/time.ts';
import type { Tables } from '#server/schema/tables.ts';
import type { Cards, Intent } from '#server/third-parties/cards.ts';
import * as repository from './repository.ts';
import { isServiceCharge, settle } from './settle.ts';

export type PaymentRoom = { db: Kysely<Tables>; clock: Clock; cards: Cards; outbox: Outbox };

const CHECK_EVERY = seconds(20);

/**
 * The client secret of the appointment's charge: the same one while it is open.
 * @throws AppError already-paid (409) when the money is there already, unavailable (503)
 */
export async function openCharge(room: PaymentRoom, appointmentId: string): Promise<string> {
  const { db, clock, cards } = room;
  const charges = await repository.listCharges(db, appointmentId);
  const open = charges.find(({ status }) => status === 'open');
  if (open) {
    const intent = await cards.findIntent(open.intent_id);
    if (intent?.status === 'open') return intent.clientSecret;
    if (intent) await settle(room, intent);
    else await repository.setChargeStatus(db, open.intent_id, 'canceled');
    if (intent?.status === 'succeeded') throw new AppError('already-paid');
  }
  // The same key for everybody who opens this charge now: the provider gives all of them one intent.
  const attempt = charges.length + 1;
  const intent = await cards.createIntent({
    appointmentId,
    amount: serviceCharge.amount,
    currency: serviceCharge.currency,
    idempotencyKey: `appointment-${appointmentId}-${attempt}`,
  });
  const now = clock();
  await repository.recordCharge(db, { intentId: intent.id, appointmentId, now, checkAt: now + CHECK_EVERY });
  return intent.clientSecret;
}

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
  if (intent.appointmentId !== appointment.id || !isServiceCharge(intent))
    throw new AppError('payment-mismatch');
  const settlement = await settle(room, intent);
  if (settlement === 'refunded') throw new AppError('already-paid');
  return settlement === 'paid';
}

async function findSucceeded(cards: Cards, id: string): Promise<Intent> {
  const intent = /^pi_\w+$/.test(id) ? await cards.findIntent(id) : undefined;
  if (intent?.status !== 'succeeded') throw new AppError('not-paid');
  return intent;
}

/**
 * Before an appointment is cancelled its open charge is ended, so that nobody pays for nothing.
 * @throws AppError already-paid (409) when the money came first, unavailable (503)
 */
export async function closeCharge(room: PaymentRoom, appointmentId: string): Promise<void> {
  for (const charge of await repository.listCharges(room.db, appointmentId)) {
    if (charge.status !== 'open') continue;
    const intent = await room.cards.cancelIntent(charge.intent_id);
    if (!intent) await repository.setChargeStatus(room.db, charge.intent_id, 'canceled');
    else if ((await settle(room, intent)) === 'paid') throw new AppError('already-paid');
  }
}

/** Asks the provider about open charges whose browser may never have come back. */
export async function reconcile(room: PaymentRoom): Promise<void> {
  const now = room.clock();
  for (const intentId of await repository.takeDue(room.db, now, now + CHECK_EVERY)) {
    const intent = await room.cards.findIntent(intentId);
    if (intent) await settle(room, intent);
    else await repository.setChargeStatus(room.db, intentId, 'canceled');
  }
}

/** The outbox's hand: gives back money that was taken for nothing. */
export async function refund(room: PaymentRoom, intentId: string): Promise<void> {
  await room.cards.refund(intentId);
  await repository.setChargeStatus(room.db, intentId, 'refunded');
}
