import { afterCommit, inTransaction } from '#platform/database/transaction.ts';
import { days, hours, minutes, seconds } from '#platform/time.ts';
import { findRefundPause } from '#server/features/site/site.ts';
import type { CardEvent } from '#server/integrations/card-intents.ts';
import { cancelPayment } from './close-payment.ts';
import type { PaymentDeps } from './deps.ts';
import * as events from './events-repository.ts';
import { belongsToThisSite, recordDispute, recordRefundFailure } from './refunds.ts';
import * as payments from './repository.ts';
import { settleInTransaction, settleIntent } from './settle.ts';

/** Events may become visible a little after their timestamp. Handled events are skipped. */
const OVERLAP_MS = minutes(5);
/** After a long downtime the list is read in windows of this length, oldest first. */
const WINDOW_MS = hours(6);
const RETRY_EXPIRY_AFTER_MS = hours(1);
/** How long the provider keeps its events. */
const EVENT_RETENTION_MS = days(30);

/** Handles an event once. Events may be repeated and may arrive in any order. */
export async function handleCardEvent(
  deps: PaymentDeps,
  event: CardEvent,
  by: 'webhook' | 'reconciler',
): Promise<void> {
  const { id, about, declined, intent: reported } = event;
  const payment = await payments.findPaymentByIntent(deps.db, reported.id);
  const isOurs = payment !== undefined || belongsToThisSite(deps, reported);
  // Refunds and disputes can be reversed and their events arrive in any order, so the provider's current
  // state decides.
  const needsQuery = isOurs && about !== 'payment';
  const intent =
    about === 'payment' ? reported : needsQuery ? await deps.cards.findIntent(reported.id) : undefined;
  const dispute = needsQuery && about === 'dispute' ? await deps.cards.findDispute(reported.id) : undefined;
  await inTransaction(deps.db, async (trx) => {
    if (!(await events.markEventHandled(trx, id, deps.clock()))) return;
    if (declined && payment) afterCommit(trx, () => deps.onPaymentStep?.('declined'));
    if (intent) await settleInTransaction(trx, deps, intent, by);
    if (intent && about === 'refund-failed' && !intent.refunded)
      await recordRefundFailure(trx, deps, intent.id, {
        by,
        reason: 'refused_by_the_bank',
        refundedAmount: intent.refundedAmount,
      });
    if (dispute) await recordDispute(trx, deps, reported.id, dispute, by);
  });
}

/** How often the list of events is read. Our sandbox has no limit, but Stripe limits the number of reads. */
const EVENT_INTERVAL_MS = { sandbox: seconds(5), stripe: minutes(30) };
const MIN_RETRY_DELAY_MS = minutes(1);

/** Returns the delay after the given number of consecutive failures to read the list or handle an event. */
export const delayAfterFailure = (provider: keyof typeof EVENT_INTERVAL_MS, failures: number): number =>
  Math.min(EVENT_INTERVAL_MS[provider], MIN_RETRY_DELAY_MS * 2 ** (failures - 1));

/** The state of event reads in this process. Each process reads the events once at startup. */
export type EventReadState = { hasStarted: boolean; failureCount: number; notBefore: number };
export const createEventReadState = (): EventReadState => ({
  hasStarted: false,
  failureCount: 0,
  notBefore: 0,
});

/** Reads the events at startup and then regularly, with growing delays while reading fails. */
export async function readEventsWhenDue(deps: PaymentDeps, reads: EventReadState): Promise<void> {
  const now = deps.clock();
  const { provider } = deps.cards;
  if (provider === 'none' || now < reads.notBefore) return;
  const read = (await events.readPositions(deps.db))['card-events-read'] ?? 0;
  // Read now if the stored time is in the future, because the clock was ahead.
  if (reads.hasStarted && now < read + EVENT_INTERVAL_MS[provider] && read <= now) return;
  try {
    await readCardEvents(deps);
    reads.failureCount = 0;
    reads.hasStarted = true;
  } catch (error) {
    reads.failureCount += 1;
    reads.notBefore = now + delayAfterFailure(provider, reads.failureCount);
    throw error;
  } finally {
    await events.setPosition(deps.db, 'card-events-read', now);
  }
}

/**
 * Reads the provider's events since the last round. Finds payments that neither a webhook nor the browser
 * reported.
 */
export async function readCardEvents(deps: PaymentDeps): Promise<void> {
  const now = deps.clock();
  const first = await payments.findFirstPaymentTime(deps.db);
  if (first === undefined) return;
  const position = (await events.readPositions(deps.db))['card-events'] ?? first;
  let from = Math.min(position, now);
  if (position > now + OVERLAP_MS) {
    // The clock was ahead, so events were skipped. Read all of them again.
    from = Math.max(first, now - EVENT_RETENTION_MS);
    await events.setPosition(deps.db, 'card-events', from);
  }
  for (; from + WINDOW_MS < now; from += WINDOW_MS) {
    await readWindow(deps, from - OVERLAP_MS, from + WINDOW_MS);
    await events.advancePosition(deps.db, from + WINDOW_MS);
  }
  const newest = await readWindow(deps, from - OVERLAP_MS, undefined);
  if (newest > 0) await events.advancePosition(deps.db, Math.min(newest, now));
}

/**
 * Handles the events of a window, and returns the time of the newest one.
 * @throws AggregateError if some events failed. The others were handled
 */
async function readWindow(deps: PaymentDeps, since: number, before: number | undefined): Promise<number> {
  let newest = 0;
  const listed = deps.cards.listEvents(since, before);
  await forEachCollectingErrors(listed, 'Events of the card provider were not handled.', async (event) => {
    newest = Math.max(newest, event.at);
    if (!(await events.isEventHandled(deps.db, event.id))) await handleCardEvent(deps, event, 'reconciler');
  });
  return newest;
}

/** Delay before the first check of an open payment, and the minimum between two checks. */
export const FIRST_CHECK_MS = seconds(15);
/** Maximum delay between two checks. Within the day after which a payment expires, all delays are shorter. */
const MAX_CHECK_DELAY_MS = hours(12);

/**
 * Returns the delay until the next check of an open payment. `age`: ms since the payer's page last requested
 * the payment. The delay is half of the age, but at least 15 s, so that an abandoned payment takes 21 checks
 * in its first day.
 */
export const delayUntilCheck = (age: number): number =>
  Math.min(MAX_CHECK_DELAY_MS, Math.max(FIRST_CHECK_MS, Math.floor(age / 2)));

/**
 * Queries the provider about open payments whose check is due. Finds payments that neither the browser nor a
 * webhook reported.
 * @throws AggregateError if some queries failed. Those payments are checked again later
 */
export async function checkOpenPayments(deps: PaymentDeps): Promise<void> {
  const now = deps.clock();
  const due = await payments.claimDueChecks(deps.db, now, ({ created_at, last_requested_at }) => {
    const age = Math.max(0, now - Math.max(created_at, last_requested_at ?? 0));
    return now + delayUntilCheck(age);
  });
  await forEachCollectingErrors(due, 'Open payments could not be queried.', async ({ intent_id }) => {
    const intent = intent_id ? await deps.cards.findIntent(intent_id) : undefined;
    if (intent && intent.status !== 'open') await settleIntent(deps, intent, 'reconciler');
  });
}

/**
 * Cancels payments that stayed unpaid for a day or never got an intent. Does nothing while refunds are
 * paused.
 * @throws AggregateError if some payments could not be canceled. The others were canceled
 */
export async function expireStalePayments(deps: PaymentDeps): Promise<void> {
  if (await findRefundPause(deps.db)) return;
  const now = deps.clock();
  const due = await payments.claimExpired(deps.db, now, now + RETRY_EXPIRY_AFTER_MS);
  await forEachCollectingErrors(due, 'Expired payments could not be canceled.', (payment) =>
    cancelPayment(deps, payment, 'reconciler'),
  );
}

/** Handles all items in turn and collects the failures. @throws AggregateError */
async function forEachCollectingErrors<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  message: string,
  handle: (item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  for await (const item of items) await handle(item).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, message);
}
