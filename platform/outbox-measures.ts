import type { Kysely } from 'kysely';
import type { Labels, Measures } from './measures.ts';
import type { PlatformTables } from './schema/tables.ts';
import type { Clock } from './time.ts';

/**
 * How much waits in the outbox, by kind. All servers on one database tell the same numbers. Returns a counter of
 * attempts by outcome: `delivered`, `failed`, `rejected`, `expired`, `lost` (another server has taken the message).
 */
export function measureOutbox(
  measures: Measures | undefined,
  db: Kysely<PlatformTables>,
  clock: Clock,
): (labels: Labels) => void {
  if (!measures) return () => {};
  const waiting = onceAtATime(() => readWaiting(db));
  measures.gauge('outbox_messages', 'Messages that wait in the outbox.', async () =>
    (await waiting()).map(({ kind, count }) => [{ kind }, Number(count)]),
  );
  measures.gauge('outbox_messages_failing', 'Messages whose delivery has failed at least once.', async () =>
    (await waiting()).map(({ kind, failing }) => [{ kind }, Number(failing ?? 0)]),
  );
  measures.gauge('outbox_oldest_message_age_seconds', 'How long the oldest message waits.', async () =>
    (await waiting()).map(({ kind, oldest }) => [{ kind }, Math.max(0, clock() - instantOf(oldest)) / 1000]),
  );
  measures.gauge('outbox_messages_rejected', 'Rejected messages that wait for the operator.', async () =>
    (await readRejected(db)).map(({ kind, count }) => [{ kind }, Number(count)]),
  );
  return measures.counter('outbox_deliveries_total', 'Tries to deliver a message.', 'kind', 'outcome');
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

/** Who asks while another asks gets the same answer. */
function onceAtATime<T>(ask: () => Promise<T>): () => Promise<T> {
  let asking: Promise<T> | undefined;
  return () => {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
