import { afterCommit, inTransaction } from '#platform/database/transaction.ts';
import { days, hours, minutes } from '#platform/time.ts';
import type { CardEvent } from '#server/third-parties/cards.ts';
import { endCharge } from './close-charge.ts';
import * as events from './events-repository.ts';
import { findChargeOfIntent, takeDue } from './repository.ts';
import { type PaymentRoom, settleIn, takeRefund, takeRefundFailure } from './settle.ts';

/** An event may become visible a little after its time; what was handled is not handled again. */
const OVERLAP = minutes(5);
/** After a standstill the list is read in pieces, the oldest first. */
const PIECE = hours(6);
const LOOK_AGAIN = hours(1);
/** So long the provider keeps its events. */
const KEPT = days(30);

/** Handles an event once, however often and in whatever order events come. */
export async function takeCardEvent(
  room: PaymentRoom,
  event: CardEvent,
  by: 'webhook' | 'reconciler',
): Promise<void> {
  const { id, about, declined, intent: told } = event;
  const charge = await findChargeOfIntent(room.db, told.id);
  // Only here news may take something back, so that how it stands now counts, not what was true when they were sent.
  const asked = about === 'refund-failed' || charge?.status === 'refund-failed';
  const intent = (asked && charge && (await room.cards.findIntent(told.id))) || told;
  await inTransaction(room.db, async (trx) => {
    if (!(await events.takeEvent(trx, id, room.clock()))) return;
    if (declined && charge) afterCommit(trx, () => room.onStep?.('declined'));
    if (about === 'payment') await settleIn(trx, room, intent, by);
    else if (!intent.refunded) await takeRefundFailure(trx, room, intent.id, by);
  });
}

/** Reads what the provider tells since the last round: what no webhook brought and no browser saved is found here. */
export async function readCardEvents(room: PaymentRoom): Promise<void> {
  const now = room.clock();
  const first = await events.firstCharge(room.db);
  if (first === undefined) return;
  const position = (await events.readPosition(room.db)) ?? first;
  let from = Math.min(position, now);
  if (position > now + OVERLAP) {
    // The clock was ahead, and has passed over what the provider told meanwhile: all is read again.
    from = Math.max(first, now - KEPT);
    await events.setPositionBack(room.db, from);
  }
  for (; from + PIECE < now; from += PIECE) {
    await readPiece(room, from - OVERLAP, from + PIECE);
    await events.movePosition(room.db, from + PIECE);
  }
  const newest = await readPiece(room, from - OVERLAP, undefined);
  if (newest > 0) await events.movePosition(room.db, Math.min(newest, now));
}

/** Gives the instant of the newest event. @throws AggregateError when some could not be handled; the others were */
async function readPiece(room: PaymentRoom, since: number, before: number | undefined): Promise<number> {
  let newest = 0;
  const failures: unknown[] = [];
  for await (const event of room.cards.listEvents(since, before)) {
    newest = Math.max(newest, event.at);
    if (await events.isTaken(room.db, event.id)) continue;
    await takeCardEvent(room, event, 'reconciler').catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'Events of the card provider were not handled.');
  return newest;
}

/**
 * Gives up on charges that nobody has paid for a day, or that never came to have an intent.
 * @throws AggregateError when some could not be ended; the others were
 */
export async function giveUpStale(room: PaymentRoom): Promise<void> {
  const now = room.clock();
  const failures: unknown[] = [];
  for (const charge of await takeDue(room.db, now, now + LOOK_AGAIN)) {
    await endCharge(room, charge, 'reconciler').catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Stale charges could not be ended.');
}

/** The outbox's hand: gives back money that was taken for nothing. */
export async function refund(room: PaymentRoom, intentId: string): Promise<void> {
  const outcome = await room.cards.refund(intentId);
  await inTransaction(room.db, async (trx) => {
    if (outcome === 'refused') await takeRefundFailure(trx, room, intentId, 'refund');
    else await takeRefund(trx, room, intentId, 'refund');
  });
}
