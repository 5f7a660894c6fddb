import type { Kysely } from 'kysely';
import type { PlatformTables } from '../database/schema/tables.ts';
import type { Labels, MetricsRegistry } from '../observability/metrics-registry.ts';
import type { Clock } from '../time.ts';

/**
 * Registers metrics of the waiting messages of each kind. All servers on one database report the same
 * numbers. Returns a counter of attempts by outcome: `delivered`, `failed`, `rejected`, `expired`, `lost`
 * (another server has taken the message).
 */
export function collectOutboxMetrics(
  metrics: MetricsRegistry | undefined,
  db: Kysely<PlatformTables>,
  clock: Clock,
): (labels: Labels) => void {
  if (!metrics) return () => {};
  metrics.gauge(
    'outbox_messages',
    'Messages waiting in the outbox.',
    async () => (await readWaiting(db)).map(({ kind, count }) => [{ kind }, Number(count)]),
    'site',
  );
  metrics.gauge(
    'outbox_messages_failing',
    'Messages whose delivery has failed at least once.',
    async () => (await readWaiting(db)).map(({ kind, failing }) => [{ kind }, Number(failing ?? 0)]),
    'site',
  );
  metrics.gauge(
    'outbox_oldest_message_age_seconds',
    'Age of the oldest waiting message.',
    async () =>
      (await readWaiting(db)).map(({ kind, oldest }) => [
        { kind },
        Math.max(0, clock() - createdAt(oldest)) / 1000,
      ]),
    'site',
  );
  metrics.gauge(
    'outbox_messages_rejected',
    'Rejected messages that need a decision of the operator.',
    async () => (await readRejected(db)).map(({ kind, count }) => [{ kind }, Number(count)]),
    'site',
  );
  return metrics.counter('outbox_deliveries_total', 'Delivery attempts.', 'kind', 'outcome');
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

/** Returns the creation time of a UUIDv7, whose first 48 bits are ms since 1970. */
const createdAt = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
