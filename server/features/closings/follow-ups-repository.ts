import { type AliasableExpression, type Expression, sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { forEachBatch } from '#platform/database/in-batches.ts';
import type { Db } from '#server/db/tables.ts';

type Options = { from: Day; confirmed: AliasableExpression<{ id: string }> };

/**
 * Groups the displaced appointments of these centers, whose day is `from` or later, by what decides whether
 * their donors need a call or a refund. Where only the presence of a value matters, a group has one of its
 * values. Omits appointments that no longer exist, because nothing is left to do for them.
 */
export async function groupDisplacedAppointments(db: Db, centerIds: readonly string[], options: Options) {
  const found: Awaited<ReturnType<typeof groupOfCenters>> = [];
  await forEachBatch(centerIds, async (ids) => {
    found.push(...(await groupOfCenters(db, ids, options)));
  });
  return found;
}

const isNull = (value: Expression<unknown>) => sql<boolean>`(${value} is null)`;

async function groupOfCenters(db: Db, centerIds: readonly string[], { from, confirmed }: Options) {
  const rows = await db
    .selectFrom('closed_appointments as displaced')
    .innerJoin('appointments as own', (join) =>
      join.onRef('own.id', '=', 'displaced.appointment_id').onRef('own.user_id', '=', 'displaced.user_id'),
    )
    .leftJoin(confirmed.as('confirmed'), 'confirmed.id', 'displaced.user_id')
    .where('displaced.center_id', 'in', centerIds)
    .where('displaced.day', '>=', from)
    .select((e) => [
      'displaced.center_id',
      'displaced.day',
      'displaced.time',
      'displaced.moves',
      'displaced.created_at',
      e.fn.min('displaced.notified_at').as('notified_at'),
      e.fn.min('displaced.called_at').as('called_at'),
      e.fn.min('displaced.refund_at').as('refund_at'),
      'own.moves as current_moves',
      'own.status',
      'own.cancellation_reason',
      e.fn.min('own.transaction_id').as('transaction_id'),
      e.fn.min('own.refunded_at').as('refunded_at'),
      e.fn.min('confirmed.id').as('confirmed_id'),
      e.fn.countAll<number | string>().as('count'),
    ])
    .groupBy((e) => [
      'displaced.center_id',
      'displaced.day',
      'displaced.time',
      'displaced.moves',
      'displaced.created_at',
      isNull(e.ref('displaced.notified_at')),
      isNull(e.ref('displaced.called_at')),
      isNull(e.ref('displaced.refund_at')),
      'own.moves',
      'own.status',
      'own.cancellation_reason',
      isNull(e.ref('own.transaction_id')),
      isNull(e.ref('own.refunded_at')),
      isNull(e.ref('confirmed.id')),
    ])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
