import type { Kysely, Transaction } from 'kysely';
import type { Database } from './database/open.ts';
import { newId } from './ids.ts';
import type { Measures } from './measures.ts';
import { measureOutbox } from './outbox-measures.ts';
import type { OutboxTable, PlatformTables } from './schema/tables.ts';
import { type Clock, minutes, seconds } from './time.ts';
import type { Tracing } from './tracing.ts';
import { within } from './within.ts';
import { currentWork, during, inSpan } from './work.ts';

const LEASE = minutes(1);
/** Before the lease ends: a service that hangs must not hold up what others wait for, nor be asked twice at once. */
const PATIENCE = seconds(50);
const LONGEST_BACK_OFF = minutes(16);
const FURTHEST = LONGEST_BACK_OFF + LEASE;
const BATCH = 20;

export type OutboxHandler = (payload: never, id: string) => Promise<void>;

/**
 * Work that must happen after a commit, delivered at least once: a handler must be idempotent (`id` tells a repeat).
 * A failed delivery is tried again after 1 s, 2 s, 4 s ... at most 16 min.
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
};

export function createOutbox(options: {
  db: Database;
  clock: Clock;
  handlers: Record<string, OutboxHandler>;
  /** Told of a delivery that failed. */
  onFailure?: (error: unknown, kind: string) => void;
  measures?: Measures | undefined;
  tracing?: Tracing | undefined;
  /** How long one delivery may take, in ms. */
  patience?: number;
}): Outbox {
  const { clock, handlers, patience = PATIENCE } = options;
  const db = options.db.withTables<PlatformTables>();
  const count = measureOutbox(options.measures, db, clock);

  /** A trace of its own, since what asked for it has long been answered; both name the same request. */
  async function deliverOne(message: Message): Promise<boolean> {
    const { kind } = message;
    const requestId = message.request_id ?? undefined;
    const span = options.tracing?.begin(`deliver ${kind}`, {
      kind: 'consumer',
      ...(requestId && { attributes: { 'request.id': requestId } }),
    });
    const delivered = await during({ requestId, span }, () => tryOne(message));
    span?.end();
    count({ kind, outcome: delivered ? 'delivered' : 'failed' });
    return delivered;
  }

  async function tryOne(message: Message): Promise<boolean> {
    try {
      const handler = handlers[message.kind];
      if (!handler) throw new Error(`Nobody handles ${message.kind}.`);
      await inSpan('handle', {}, () =>
        within(patience, handler(JSON.parse(message.payload) as never, message.id)),
      );
      await db.deleteFrom('platform_outbox').where('id', '=', message.id).execute();
      return true;
    } catch (error) {
      options.onFailure?.(error, message.kind);
      const wait = Math.min(seconds(2 ** message.attempts), LONGEST_BACK_OFF);
      await db
        .updateTable('platform_outbox')
        .set({ due_at: clock() + wait, attempts: message.attempts + 1, last_error: String(error) })
        .where('id', '=', message.id)
        .execute();
      return false;
    }
  }

  return {
    add: (trx, kind, payload) => addMessage(trx, clock, kind, payload),
    async deliver(kind) {
      const leased = await leaseDue(db, clock, kind);
      const delivered = await Promise.all(leased.map(deliverOne));
      return delivered.filter(Boolean).length;
    },
    async countWaiting(kind, most) {
      const waiting = db.selectFrom('platform_outbox').select('id').where('kind', '=', kind).limit(most);
      return (await waiting.execute()).length;
    },
    async takeOver() {
      const now = clock();
      await db.updateTable('platform_outbox').set({ due_at: now }).where('due_at', '>', now).execute();
    },
  };
}

type Message = Pick<OutboxTable, 'id' | 'kind' | 'payload' | 'attempts' | 'request_id'>;

async function addMessage(
  // biome-ignore lint/suspicious/noExplicitAny: as in Outbox.add.
  db: Transaction<any>,
  clock: Clock,
  kind: string,
  payload: unknown,
): Promise<void> {
  await db
    .insertInto('platform_outbox')
    .values({
      id: newId(),
      kind,
      payload: JSON.stringify(payload),
      due_at: clock(),
      attempts: 0,
      last_error: null,
      request_id: currentWork()?.requestId ?? null,
    })
    .execute();
}

/** Takes what is due for a minute. Each row is taken on its own condition, so that two replicas never share one. */
async function leaseDue(db: Kysely<PlatformTables>, clock: Clock, kind?: string) {
  const now = clock();
  const due = await db
    .selectFrom('platform_outbox')
    .select(['id', 'due_at'])
    // No clock that is right puts anything further off: that one was ahead when it wrote.
    .where((e) => e.or([e('due_at', '<=', now), e('due_at', '>', now + FURTHEST)]))
    .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? ''))
    .orderBy('due_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const taken = await Promise.all(
    due.map(({ id, due_at }) =>
      db
        .updateTable('platform_outbox')
        .set({ due_at: now + LEASE })
        .where('id', '=', id)
        .where('due_at', '=', due_at)
        .returning(['id', 'kind', 'payload', 'attempts', 'request_id'])
        .executeTakeFirst(),
    ),
  );
  return taken.filter((message) => message !== undefined);
}
