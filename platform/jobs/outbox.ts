import { setTimeout as pause } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { type DatabaseClock, databaseClock } from '../database/database-clock.ts';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { isUnavailable } from '../database/unavailable.ts';
import { newId } from '../ids.ts';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import { getContext, runWithContext, type Tracing, withSpan } from '../observability/request-context.ts';
import { type Clock, seconds, withTimeout } from '../time.ts';
import {
  type ClaimedMessage,
  claimDue,
  enqueueMessage,
  MAX_BACK_OFF_MS,
  releaseAll,
  releaseFailed,
  removeClaimed,
  renewClaim,
  retryLater,
} from './outbox-claims.ts';
import { collectOutboxMetrics } from './outbox-metrics.ts';
import { ExpiredError, RejectedError, rejectClaimed } from './outbox-rejected.ts';

/**
 * Shorter than the lease, so that two servers never deliver a message at the same time if a service hangs.
 */
const TIMEOUT_MS = seconds(50);
/** How long to retry recording an outcome. A message whose delivery is not recorded is delivered again. */
const MAX_RECORD_MS = seconds(20);
const RECORD_RETRY_MS = 250;

/**
 * Renews the lease of the message that is being delivered. A handler calls it immediately before an effect
 * that cannot be repeated, such as sending an email.
 * @throws ClaimLostError when another server has taken the message
 */
export type ConfirmClaim = () => Promise<void>;
/** @throws RejectedError or ExpiredError (outbox-rejected.ts) if a further attempt would be useless */
export type OutboxHandler = (payload: never, id: string, confirm: ConfirmClaim) => Promise<void>;

export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';

  constructor() {
    super('Another server has taken the message.');
  }
}

type Outcome = 'delivered' | 'failed' | 'rejected' | 'expired' | 'lost';

/**
 * Delivers messages at least once after a commit. Handlers must be idempotent. A repeated message has the
 * same `id`. Failed deliveries are retried after 1 s, 2 s, 4 s ... at most 16 min. Requesters take turns
 * (outbox-claims.ts).
 */
export type Outbox = {
  /** Registers handlers, keyed by message kind. Call it before `deliver`. */
  handle(handlers: Record<string, OutboxHandler>): void;
  /** Adds a message in the caller's transaction. The message is delivered only if the transaction commits. */
  // biome-ignore lint/suspicious/noExplicitAny: each service has its own tables; the outbox touches only its own.
  add(trx: Transaction<any>, kind: string, payload: unknown): Promise<void>;
  /** Delivers due messages, all or of one kind. Returns the number of delivered messages. */
  deliver(kind?: string): Promise<number>;
  /** Counts the waiting messages of a kind, up to `maxCount`. */
  countWaiting(kind: string, maxCount: number): Promise<number>;
  /**
   * Makes all messages due now, including those claimed by a crashed process. Only for a single server, at
   * startup.
   */
  takeOver(): Promise<void>;
  /** Makes due the messages of a kind whose last delivery failed. Call it after removing the cause. */
  retryNow(kind: string): Promise<void>;
};

export function createOutbox(options: {
  db: Database;
  clock: Clock;
  /** The clock for leases. Default: the clock of `db`. */
  databaseClock?: DatabaseClock | undefined;
  /** Handlers, keyed by message kind. `handle` registers further ones. */
  handlers?: Record<string, OutboxHandler>;
  /** Called for each failed delivery. */
  onFailure?: (error: unknown, kind: string) => void;
  metrics?: MetricsRegistry | undefined;
  tracing?: Tracing | undefined;
  /** Time limit of one delivery, in ms. */
  timeoutMs?: number;
}): Outbox {
  const { clock, timeoutMs = TIMEOUT_MS } = options;
  const handlers = new Map(Object.entries(options.handlers ?? {}));
  const db = options.db.withTables<PlatformTables>();
  const now = options.databaseClock ?? databaseClock(db);
  const count = collectOutboxMetrics(options.metrics, db, clock);

  /** Starts a new trace, because the original request has ended. Keeps the request id. */
  async function deliverOne(message: ClaimedMessage): Promise<boolean> {
    const { kind } = message;
    const requestId = message.request_id ?? undefined;
    const span = options.tracing?.startSpan(`deliver ${kind}`, {
      kind: 'consumer',
      ...(requestId && { attributes: { 'request.id': requestId } }),
    });
    const outcome = await runWithContext({ requestId, span }, () => handleMessage(message));
    span?.end();
    count({ kind, outcome });
    return outcome === 'delivered';
  }

  async function handleMessage(message: ClaimedMessage): Promise<Outcome> {
    const { kind, payload, id } = message;
    try {
      const handler = handlers.get(kind);
      if (!handler) throw new Error(`There is no handler for ${kind} messages.`);
      await withSpan('handle', {}, () =>
        withTimeout(
          timeoutMs,
          handler(JSON.parse(payload) as never, id, () => confirm(message)),
        ),
      );
    } catch (error) {
      if (!isOutcome(error)) options.onFailure?.(error, kind);
      return retryRecording(() => recordFailure(message, error));
    }
    return (await retryRecording(() => removeClaimed(db, message))) ? 'delivered' : 'lost';
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
    handle(added) {
      for (const [kind, handler] of Object.entries(added)) handlers.set(kind, handler);
    },
    async add(trx, kind, payload) {
      await enqueueMessage(trx as Transaction<PlatformTables>, now, {
        id: newId(),
        kind,
        payload: JSON.stringify(payload),
        request_id: getContext()?.requestId ?? null,
      });
    },
    async deliver(kind) {
      const claimed = await claimDue(db, now, kind);
      const delivered = await Promise.all(claimed.map(deliverOne));
      return delivered.filter(Boolean).length;
    },
    async countWaiting(kind, maxCount) {
      const waiting = db.selectFrom('platform_outbox').select('id').where('kind', '=', kind).limit(maxCount);
      return (await waiting.execute()).length;
    },
    takeOver: () => releaseAll(db, now),
    retryNow: (kind) => releaseFailed(db, now, kind),
  };
}

const isOutcome = (error: unknown): boolean =>
  [ClaimLostError, ExpiredError, RejectedError].some((errorClass) => error instanceof errorClass);

/** Records the outcome of a delivery, with retries while the database is unavailable. */
async function retryRecording<Result>(record: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + MAX_RECORD_MS;
  for (;;) {
    try {
      return await record();
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error;
      await pause(RECORD_RETRY_MS);
    }
  }
}
