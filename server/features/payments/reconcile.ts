import { hours, minutes } from '#platform/time.ts';
import type { CardEvent } from '#server/third-parties/cards.ts';
import { endCharge } from './close-charge.ts';
import * as events from './events-repository.ts';
import { takeDue } from './repository.ts';
import { type PaymentRoom, settleIn, takeRefund } from './settle.ts';

/** An event may become visible a little after its time; what was handled is not handled again. */
const OVERLAP = minutes(1);
const LOOK_AGAIN = hours(1);

/** Handles an event once, however often and in whatever order events come. */
export async function takeCardEvent(
  room: PaymentRoom,
  { id, intent }: CardEvent,
  by: 'webhook' | 'reconciler',
): Promise<void> {
  await room.db.transaction().execute(async (trx) => {
    if (await events.takeEvent(trx, id, room.clock())) await settleIn(trx, room, intent, by);
  });
}

/** Reads what the provider tells since the last round: what no webhook brought and no browser saved is found here. */
export async function readCardEvents(room: PaymentRoom): Promise<void> {
  const position = (await events.readPosition(room.db)) ?? (await events.firstCharge(room.db));
  if (position === undefined) return;
  let newest = 0;
  for await (const event of room.cards.listEvents(position - OVERLAP)) {
    newest = Math.max(newest, event.at);
    if (!(await events.isTaken(room.db, event.id))) await takeCardEvent(room, event, 'reconciler');
  }
  // Only now: a round that breaks off is read again from where it began.
  if (newest > 0) await events.movePosition(room.db, newest);
}

/** Gives up on charges that nobody has paid for a day, or that never came to have an intent. */
export async function giveUpStale(room: PaymentRoom): Promise<void> {
  const now = room.clock();
  for (const charge of await takeDue(room.db, now, now + LOOK_AGAIN)) {
    await endCharge(room, charge, 'reconciler');
  }
}

/** The outbox's hand: gives back money that was taken for nothing. */
export async function refund(room: PaymentRoom, intentId: string): Promise<void> {
  await room.cards.refund(intentId);
  await room.db.transaction().execute((trx) => takeRefund(trx, room, intentId, 'refund'));
}
