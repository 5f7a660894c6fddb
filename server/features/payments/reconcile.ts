import { afterCommit, inTransaction } from '#platform/database/transaction.ts';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import type { CardEvent } from '#server/integrations/cards.ts';
import { endPayment } from './close-payment.ts';
import * as events from './events-repository.ts';
import { belongsToThisSite, recordDispute, recordRefundFailure } from './refunds.ts';
import * as charges from './repository.ts';
import { type PaymentDeps, settle, settleInTransaction } from './settle.ts';
import { findHold } from './site.ts';

/** An event may become visible a little after its time; what was handled is not handled again. */
const OVERLAP = minutes(5);
/** After a standstill the list is read in pieces, the oldest first. */
const PIECE = hours(6);
const LOOK_AGAIN = hours(1);
/** So long the provider keeps its events. */
const KEPT = days(30);

/** Handles an event once, however often and in whatever order events come. */
export async function handleCardEvent(
  deps: PaymentDeps,
  event: CardEvent,
  by: 'webhook' | 'reconciler',
): Promise<void> {
  const { id, about, declined, intent: told } = event;
  const charge = await charges.findPaymentByIntent(deps.db, told.id);
  const ours = charge !== undefined || belongsToThisSite(deps, told);
  // Refunds and disputes can be undone, and their events come in any order: the provider's present state decides.
  const asked = ours && about !== 'payment';
  const intent = about === 'payment' ? told : asked ? await deps.cards.findIntent(told.id) : undefined;
  const dispute = asked && about === 'dispute' ? await deps.cards.findDispute(told.id) : undefined;
  await inTransaction(deps.db, async (trx) => {
    if (!(await events.claimEvent(trx, id, deps.clock()))) return;
    if (declined && charge) afterCommit(trx, () => deps.onStep?.('declined'));
    if (intent) await settleInTransaction(trx, deps, intent, by);
    if (intent && about === 'refund-failed' && !intent.refunded)
      await recordRefundFailure(trx, deps, intent.id, {
        by,
        reason: 'refused_by_the_bank',
        refundedAmount: intent.refundedAmount,
      });
    if (dispute) await recordDispute(trx, deps, told.id, dispute, by);
  });
}

/** How often the list of events is read: the sandbox is ours and has no limit, Stripe counts reads. */
const PAUSE = { sandbox: seconds(5), stripe: minutes(30) };
const MIN_PAUSE = minutes(1);

/** How long to wait after the list could not be read, or an event in it not handled, so many times in a row. */
export const delayAfterFailure = (provider: keyof typeof PAUSE, failures: number): number =>
  Math.min(PAUSE[provider], MIN_PAUSE * 2 ** (failures - 1));

/** What this process remembers of its reads: each process reads the events once when it starts. */
export type EventReads = { started: boolean; failures: number; notBefore: number };
export const noEventReads = (): EventReads => ({ started: false, failures: 0, notBefore: 0 });

/** Reads the events when that is due: at the start, then regularly; later and later while it fails. */
export async function readEventsWhenDue(deps: PaymentDeps, reads: EventReads): Promise<void> {
  const now = deps.clock();
  const { provider } = deps.cards;
  if (now < reads.notBefore) return;
  const read = (await events.readPositions(deps.db))['card-events-read'] ?? 0;
  // A clock that was ahead must not silence it.
  if (reads.started && now < read + PAUSE[provider] && read <= now) return;
  try {
    await readCardEvents(deps);
    reads.failures = 0;
    reads.started = true;
  } catch (error) {
    reads.failures += 1;
    reads.notBefore = now + delayAfterFailure(provider, reads.failures);
    throw error;
  } finally {
    await events.setPosition(deps.db, 'card-events-read', now);
  }
}

/** Reads what the provider tells since the last round: what no webhook brought and no browser saved is found here. */
export async function readCardEvents(deps: PaymentDeps): Promise<void> {
  const now = deps.clock();
  const first = await charges.findFirstPayment(deps.db);
  if (first === undefined) return;
  const position = (await events.readPositions(deps.db))['card-events'] ?? first;
  let from = Math.min(position, now);
  if (position > now + OVERLAP) {
    // The clock was ahead, and has passed over what the provider told meanwhile: all is read again.
    from = Math.max(first, now - KEPT);
    await events.setPosition(deps.db, 'card-events', from);
  }
  for (; from + PIECE < now; from += PIECE) {
    await readPiece(deps, from - OVERLAP, from + PIECE);
    await events.movePosition(deps.db, from + PIECE);
  }
  const newest = await readPiece(deps, from - OVERLAP, undefined);
  if (newest > 0) await events.movePosition(deps.db, Math.min(newest, now));
}

/** Gives the instant of the newest event. @throws AggregateError when some could not be handled; the others were */
async function readPiece(deps: PaymentDeps, since: number, before: number | undefined): Promise<number> {
  let newest = 0;
  const listed = deps.cards.listEvents(since, before);
  await forEachOf(listed, 'Events of the card provider were not handled.', async (event) => {
    newest = Math.max(newest, event.at);
    if (!(await events.isClaimed(deps.db, event.id))) await handleCardEvent(deps, event, 'reconciler');
  });
  return newest;
}

/** The reconciler's first look at an open charge, and its shortest pause. */
export const FIRST_CHECK_MS = seconds(15);
/** The longest pause between two looks, which a charge that is given up after a day does not reach. */
const MAX_PAUSE = hours(12);

/**
 * How long to wait until the next look at an open charge that the payer's page showed `age` ms ago: every 15 s in the
 * first half minute, then half of the age. A day of an abandoned charge is 21 reads.
 */
export const delayUntilCheck = (age: number): number =>
  Math.min(MAX_PAUSE, Math.max(FIRST_CHECK_MS, Math.floor(age / 2)));

/**
 * Queries the provider about each open charge whose look is due: money that neither the browser nor a webhook reported is
 * found here. @throws AggregateError when some could not be queried; they are looked at again like all others
 */
export async function checkOpenPayments(deps: PaymentDeps): Promise<void> {
  const now = deps.clock();
  const due = await charges.claimChecks(deps.db, now, ({ created_at, seen_at }) => {
    const age = Math.max(0, now - Math.max(created_at, seen_at ?? 0));
    return now + delayUntilCheck(age);
  });
  await forEachOf(due, 'Open charges could not be queried.', async ({ intent_id }) => {
    const intent = intent_id ? await deps.cards.findIntent(intent_id) : undefined;
    if (intent && intent.status !== 'open') await settle(deps, intent, 'reconciler');
  });
}

/**
 * Gives up on charges that nobody has paid for a day, or that never came to have an intent.
 * @throws AggregateError when some could not be ended; the others were
 */
export async function expireStalePayments(deps: PaymentDeps): Promise<void> {
  if (await findHold(deps.db)) return;
  const now = deps.clock();
  const due = await charges.claimDue(deps.db, now, now + LOOK_AGAIN);
  await forEachOf(due, 'Stale charges could not be ended.', (charge) =>
    endPayment(deps, charge, 'reconciler'),
  );
}

/** One after another; those that fail do not keep back the others. @throws AggregateError */
async function forEachOf<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  message: string,
  handle: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) await handle(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, message);
}
