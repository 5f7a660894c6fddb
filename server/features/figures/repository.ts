import { type Expression, sql } from 'kysely';
import { centerKey } from '#contract/center-key.ts';
import type { Day } from '#contract/days.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { hasRow } from '#platform/database/rows.ts';
import type { Db } from '#server/db/tables.ts';

/** The first day of the previous month, and the first and last day of the month. */
export type Period = { previousFrom: Day; from: Day; to: Day };
/** `centers`: keys of the centers to count, or undefined for all. */
type Scope = { period: Period; centers: readonly string[] | undefined };

type Status = AppointmentStatus | 'late-canceled' | 'over-capacity';
/**
 * Number of appointments of one status in the previous month, on the day `key`, or at the center `key`. A
 * null `key` means all unlisted centers. `day` is a day on which the center has appointments.
 */
export type CountRow = { status: Status; count: number } & (
  | { part: 'previous'; key: null; day: null }
  | { part: 'day'; key: Day; day: null }
  | { part: 'center'; key: string | null; day: Day }
);

/**
 * The centers to list, which are those with these `keys`, and the `others` further centers with the most
 * appointments.
 */
type Listed = { keys: readonly string[]; others: number };

/**
 * Returns the key of one of the site's centers. The key begins with a line break, so it never equals the key
 * of a donor's text.
 */
export const keyOfId = (id: string): string => `\n${id}`;

/**
 * SQL for the key of the appointment's center, or of the donor's text if that names no center of the site.
 */
const center = sql<string>`coalesce(${sql.lit('\n')} || center_id, center_key)`;

export const countAppointments = (db: Db, scope: Scope, maxCenters: number): Promise<CountRow[]> => {
  const groups = countGroups(db, 'appointments', scope).select('status').groupBy('status');
  return summarize(db, groups, scope, { keys: [], others: maxCenters });
};

export const countLateCancellations = (db: Db, scope: Scope, listed: Listed): Promise<CountRow[]> => {
  const groups = countGroups(db, 'late_cancellations', scope).select(sql`'late-canceled'`.as('status'));
  return summarize(db, groups, scope, listed);
};

/** Counts the walk-ins over capacity. `countAppointments` includes them under their status. */
export const countOverCapacity = (db: Db, scope: Scope, keys: readonly string[]): Promise<CountRow[]> => {
  const groups = countGroups(db, 'appointments', scope)
    .select(sql`'over-capacity'`.as('status'))
    .where('walk_in', '=', 'over-capacity')
    .where('status', '!=', 'cancelled');
  return summarize(db, groups, scope, { keys, others: 0 });
};

/** The tables whose rows are counted. Both have the columns used here. */
type Countable = 'appointments' | 'late_cancellations';

/** Counts rows by day and center. Names the columns in the order of the index `appointments_by_day`. */
const countGroups = (db: Db, table: Countable, { period, centers }: Scope) =>
  db
    .selectFrom(table as 'appointments')
    .select(({ fn }) => ['day', center.as('center'), fn.countAll().as('count')])
    .where('day', '>=', period.previousFrom)
    .where('day', '<=', period.to)
    .$if(centers !== undefined, (q) => q.where(isOneOf(center, centers ?? [])))
    .groupBy(['day', 'center_key', 'center_id']);

/** Returns SQL for whether the value is one of the texts. Handles an empty list, which PostgreSQL rejects. */
const isOneOf = (value: Expression<unknown>, texts: readonly string[]) =>
  texts.length > 0 ? sql<boolean>`${value} in (${sql.join(texts)})` : sql<boolean>`1 = 0`;

/** Uses one statement, so that all parts count the same rows. */
async function summarize(
  db: Db,
  groups: Expression<unknown>,
  { period: { from } }: Scope,
  { keys, others }: Listed,
): Promise<CountRow[]> {
  const isGiven = isOneOf(sql.ref('center'), keys);
  const { rows } = await sql<CountRow>`
    with counted as ${groups},
    busiest as (
      select center from counted where day >= ${from} and not (${isGiven})
      group by center order by sum(count) desc, center limit ${others}
    )
    select 'previous' as part, null as key, status, sum(count) as count, null as day
      from counted where day < ${from} group by status
    union all
    select 'day', day, status, sum(count), null from counted where day >= ${from} group by day, status
    union all
    select 'center', key, status, sum(count), min(day) from (
      select case when ${isGiven} or center in (select center from busiest) then center end as key, status, count, day
      from counted where day >= ${from}
    ) as by_center group by key, status`.execute(db);
  // PostgreSQL returns sums as text.
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

type CenterDay = { key: string; day: Day };

/**
 * Returns the centers' names as donors sent them, keyed by `center_key`, for centers that have appointments
 * on these days.
 */
export async function listCenterNames(
  db: Db,
  table: Countable,
  centerDays: readonly CenterDay[],
): Promise<Map<string, string>> {
  if (centerDays.length === 0) return new Map();
  const rows = await db
    .selectFrom(table as 'late_cancellations')
    .select(({ fn }) => ['center_key', fn.min('center').as('name')])
    .where(({ and, or }) => or(centerDays.map(({ key, day }) => and({ day, center_key: key }))))
    .groupBy('center_key')
    .execute();
  return new Map(rows.map(({ center_key, name }) => [center_key, name]));
}

/**
 * Returns whether the site has a center with this id, or a donor or a cancellation names a center by this
 * text.
 */
export async function hasCenter(db: Db, idOrText: string): Promise<boolean> {
  if (await hasRow(db.selectFrom('centers').select('id').where('id', '=', idOrText))) return true;
  for (const table of ['appointments', 'late_cancellations'] as const) {
    const named = db
      .selectFrom(table as 'appointments')
      .select('day')
      .where('center_id', 'is', null)
      .where('center_key', '=', centerKey(idOrText))
      .limit(1);
    if (await hasRow(named)) return true;
  }
  return false;
}

/** Returns the names of the site's centers with these ids, keyed by id. */
export async function listNamesById(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('centers').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
