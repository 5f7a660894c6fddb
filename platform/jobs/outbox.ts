import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { type DatabaseClock, databaseClock } from '../database/database-clock.ts';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { newId } from '../ids.ts';
import type { Labels, MetricsRegistry } from '../observability/metrics-registry.ts';
import { getContext, runWithContext, type Tracing, withSpan } from '../observability/request-context.ts';
import { type Clock, seconds } from '../time.ts';
import { withTimeout } from '../with-timeout.ts';
import {
  type ClaimedMessage,
  claimDue,
  enqueueMessage,
  MAX_BACK_OFF_MS,
  releaseAll,
  removeClaimed,
  renewClaim,
  retryLater,
} from './outbox-claims.ts';
import { ExpiredError, RejectedError, rejectClaimed } from './outbox-rejected.ts';

/** Before the lease ends: a service that hangs must not hold up what others wait for, nor be asked twice at once. */
const TIMEOUT_MS = seconds(50);
/** A message that was delivered but not recorded is delivered again, so an unavailable database is worth waiting for. */
const MAX_RECORD_MS = seconds(20);
const RECORD_RETRY_MS = 250;

/**
 * Renews the lease of the message that is being delivered. A handler calls it immediately before an effect that cannot
 * be repeated, such as sending an email. @throws ClaimLostError when another server has taken the message
 */
export type ConfirmClaim = () => Promise<void>;
/** @throws RejectedError, ExpiredError (outbox-rejected.ts); any other error means that it is tried again */
export type OutboxHandler = (payload: never, id: string, confirm: ConfirmClaim) => Promise<void>;

export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';

  constructor() {
    super('Another server has taken the message.');
  }
}

type Outcome = 'delivered' | 'failed' | 'rejected' | 'expired' | 'lost';

/**
 * Work that must happen after a commit, delivered at least once: a handler must be idempotent (`id` tells a repeat).
 * A failed delivery is tried again after 1 s, 2 s, 4 s ... at most 16 min. Requesters take turns (outbox-claims.ts).
 */
export type Outbox = {
  /** Adds a message inside the caller's transaction; it is delivered only if that commits. */
  // biome-ignore lint/suspicious/noExplicitAny: each service has its own tables; the outbox touches only its own.
  add(trx: Transaction<any>, kind: string, payload: unknown): Promise<void>;
  /** Delivers what is due now, or of that one kind alone. Gives the number of messages delivered. */
  deliver(kind?: string): Promise<number>;
  /** How many of a kind wait, but none beyond `most` is counted. */
  countWaiting(kind: string, most: number): Promise<number>;
  /** For whoever delivers alone, at the start: all is due now, also what a process that fell had taken. */
  takeOver(): Promise<void>;
  /** Registers handlers by the kind of message. */
  handle(handlers: Record<string, OutboxHandler>): void;
};

export function createOutbox(options: {
  db: Database;
  clock: Clock;
  /** Decides leases; that of `db` unless a test sets another. */
  databaseClock?: DatabaseClock | undefined;
  handlers?: Record<string, OutboxHandler>;
  /** Told of a delivery that failed. */
  onFailure?: (error: unknown, kind: string) => void;
  metrics?: MetricsRegistry | undefined;
  tracing?: Tracing | undefined;
  /** How long one delivery may take, in ms. */
  timeoutMs?: number;
}): Outbox {
  const { clock, timeoutMs = TIMEOUT_MS } = options;
  const handlers = { ...options.handlers };
  const db = options.db.withTables<PlatformTables>();
  const now = options.databaseClock ?? databaseClock(db);
  const count = collectOutboxMetrics(options.metrics, db, clock);

  /** A trace of its own, since what asked for it has long been answered; both name the same request. */
  async function deliverOne(message: ClaimedMessage): Promise<boolean> {
    const { kind } = message;
    const requestId = message.request_id ?? undefined;
    const span = options.tracing?.begin(`deliver ${kind}`, {
      kind: 'consumer',
      ...(requestId && { attributes: { 'request.id': requestId } }),
    });
    const outcome = await runWithContext({ requestId, span }, () => tryOne(message));
    span?.end();
    count({ kind, outcome });
    return outcome === 'delivered';
  }

  async function tryOne(message: ClaimedMessage): Promise<Outcome> {
    const { kind, payload, id } = message;
    try {
      const handler = handlers[kind];
      if (!handler) throw new Error(`Nobody handles ${kind}.`);
      await withSpan('handle', {}, () =>
        withTimeout(
          timeoutMs,
          handler(JSON.parse(payload) as never, id, () => confirm(message)),
        ),
      );
    } catch (error) {
      if (!isOutcome(error)) options.onFailure?.(error, kind);
      return recorded(() => recordFailure(message, error));
    }
    return (await recorded(() => removeClaimed(db, message))) ? 'delivered' : 'lost';
  }

  async function confirm(message: ClaimedMessage): Promise<void> {
    if (!(await renewClaim(db, now, message))) throw new ClaimLostError();
  }

  async function recordFailure(message: ClaimedMessage, error: unknown): Promise<Outcome> {
    if (error instanceof ClaimLostError) return 'lost';
    if (error instanceof ExpiredError) return (await removeClaimed(db, message)) ? 'expired' : 'lost';
    if (error instanceof RejectedError) {
      const rejection = { reason: error.message, now: clock() };
      return (await rejectClaimed(db, message, rejection)) ? 'rejected' : 'lost';
    }
    const waitMs = Math.min(seconds(2 ** message.attempts), MAX_BACK_OFF_MS);
    await retryLater(db, now, message, { waitMs, error: String(error) });
    return 'failed';
  }

  return {
    add: (trx, kind, payload) =>
      enqueueMessage(trx as Transaction<PlatformTables>, now, {
        id: newId(),
        kind,
        payload: JSON.stringify(payload),
        request_id: getContext()?.requestId ?? null,
      }),
    async deliver(kind) {
      const claimed = await claimDue(db, now, kind);
      const delivered = await Promise.all(claimed.map(deliverOne));
      return delivered.filter(Boolean).length;
    },
    async countWaiting(kind, most) {
      const waiting = db.selectFrom('platform_outbox').select('id').where('kind', '=', kind).limit(most);
      return (await waiting.execute()).length;
    },
    takeOver: () => releaseAll(db, now),
    handle: (more) => void Object.assign(handlers, more),
  };
}

const isOutcome = (error: unknown): boolean =>
  [ClaimLostError, ExpiredError, RejectedError].some((each) => error instanceof each);

/** Records the outcome of a delivery; while the database is unavailable, tries again. */
async function recorded<Result>(record: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + MAX_RECORD_MS;
  for (;;) {
    try {
      return await record();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > end) throw error;
      await pause(RECORD_RETRY_MS);
    }
  }
}

/**
 * How much waits in the outbox, by kind. All servers on one database tell the same numbers. Returns a counter of
 * attempts by outcome: `delivered`, `failed`, `rejected`, `expired`, `lost` (another server has taken the message).
 */
function collectOutboxMetrics(
  metrics: MetricsRegistry | undefined,
  db: Kysely<PlatformTables>,
  clock: Clock,
): (labels: Labels) => void {
  if (!metrics) return () => {};
  metrics.gauge('outbox_messages', 'Messages that wait in the outbox.', async () =>
    (await readWaiting(db)).map(({ kind, count }) => [{ kind }, Number(count)]),
  );
  metrics.gauge('outbox_messages_failing', 'Messages whose delivery has failed at least once.', async () =>
    (await readWaiting(db)).map(({ kind, failing }) => [{ kind }, Number(failing ?? 0)]),
  );
  metrics.gauge('outbox_oldest_message_age_seconds', 'How long the oldest message waits.', async () =>
    (await readWaiting(db)).map(({ kind, oldest }) => [
      { kind },
      Math.max(0, clock() - instantOf(oldest)) / 1000,
    ]),
  );
  metrics.gauge('outbox_messages_rejected', 'Rejected messages that wait for the operator.', async () =>
    (await readRejected(db)).map(({ kind, count }) => [{ kind }, Number(count)]),
  );
  return metrics.counter('outbox_deliveries_total', 'Tries to deliver a message.', 'kind', 'outcome');
}

async function readWaiting(db: Kysely<PlatformTables>) {
  return db
    .selectFrom('platform_outbox')
    .select((e) => [
      'kind',
      e.fn.countAll<number>().as('count'),
      e.fn.min('id').as('oldest'),
      e.fn.sum<number>(e.case().when('attempts', '>', 0).then(1).else(0).end()).as('failing'),
    ])
    .groupBy('kind')
    .execute();
}

function readRejected(db: Kysely<PlatformTables>) {
  return db
    .selectFrom('platform_outbox_rejected')
    .select((e) => ['kind', e.fn.countAll<number>().as('count')])
    .groupBy('kind')
    .execute();
}

/** An id of version 7 begins with the ms in which it was made. */
const instantOf = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
