import { sql } from 'kysely';
import { centerKey } from '#contract/center-key.ts';
import type { ClinicRule } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import { columnsOf, hasRow } from '#platform/database/rows.ts';
import { newId } from '#platform/ids.ts';
import type { CenterClosingRow, CenterRow } from '#server/db/center-tables.ts';
import type { Db, Trx } from '#server/db/tables.ts';

const centerColumns = columnsOf<CenterRow>({
  id: true,
  name: true,
  name_key: true,
  address: true,
  time_zone: true,
  map_url: true,
  notes: true,
  version: true,
  changed_at: true,
  named_since: true,
});

/** A center with its series. */
export type CenterWithSeries = CenterRow & { series: Series[] };
export type Series = ClinicRule & { id: string };

/** Returns all centers, by name. */
export const listCenterRows = (db: Db): Promise<CenterRow[]> =>
  db.selectFrom('centers').select(centerColumns).orderBy('name_key').execute();

/** Returns the names of all centers by id. */
export const listCenterNames = async (db: Db): Promise<ReadonlyMap<string, string>> =>
  new Map((await listCenterRows(db)).map(({ id, name }) => [id, name]));

export async function listCentersWithSeries(db: Db): Promise<CenterWithSeries[]> {
  const centers = await listCenterRows(db);
  if (centers.length === 0) return [];
  const rows = await db
    .selectFrom('center_series')
    .select(['id', 'center_id', 'rule'])
    .orderBy('id')
    .execute();
  const byCenter = Map.groupBy(rows, ({ center_id }) => center_id);
  return centers.map((center) => ({ ...center, series: (byCenter.get(center.id) ?? []).map(toSeries) }));
}

export const findCenter = (db: Db, id: string): Promise<CenterWithSeries | undefined> =>
  findCenterWhere(db, 'id', id);

/** Finds the center that a donor's text names. */
export const findCenterByName = (db: Db, text: string): Promise<CenterWithSeries | undefined> =>
  findCenterWhere(db, 'name_key', centerKey(text));

async function findCenterWhere(db: Db, column: 'id' | 'name_key', value: string) {
  const rows = await db
    .selectFrom('centers')
    .leftJoin('center_series', 'center_series.center_id', 'centers.id')
    .select(centerColumns.map((name) => `centers.${name}` as const))
    .select(['center_series.id as series_id', 'center_series.rule'])
    .where(`centers.${column}`, '=', value)
    .orderBy('center_series.id')
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const { series_id: _, rule: __, ...center } = first;
  const series = rows.flatMap(({ series_id: id, rule }) =>
    id === null || rule === null ? [] : [toSeries({ id, rule })],
  );
  return { ...center, series };
}

/**
 * Locks a center until the transaction ends, and returns it. `change` excludes everybody else: for changes of series and
 * closings. `read` excludes only those: for what depends on them.
 */
export async function lockCenter(
  trx: Trx,
  id: string,
  mode: 'change' | 'read',
): Promise<CenterWithSeries | undefined> {
  const query = trx.selectFrom('centers').select(centerColumns).where('id', '=', id);
  const center = await (mode === 'change' ? query.forUpdate() : query.forShare()).executeTakeFirst();
  return center && { ...center, series: await listSeriesOf(trx, id) };
}

async function listSeriesOf(db: Db, centerId: string): Promise<Series[]> {
  const rows = await db
    .selectFrom('center_series')
    .select(['id', 'rule'])
    .where('center_id', '=', centerId)
    .orderBy('id')
    .execute();
  return rows.map(toSeries);
}

const toSeries = ({ id, rule }: { id: string; rule: string }): Series => ({
  ...(JSON.parse(rule) as ClinicRule),
  id,
});

/** Returns false if the center has changed. Excludes changes until the transaction ends. */
export const isVersion = (trx: Trx, { id, version }: Pick<CenterRow, 'id' | 'version'>): Promise<boolean> =>
  hasRow(
    trx.selectFrom('centers').select('id').where('id', '=', id).where('version', '=', version).forShare(),
  );

type NewCenter = Omit<CenterRow, 'version' | 'named_since'>;

/** Returns false if the name is taken. */
export const insertCenter = (trx: Trx, center: NewCenter): Promise<boolean> =>
  hasRow(
    trx
      .insertInto('centers')
      .values({ ...center, version: 1, named_since: null })
      .onConflict((c) => c.column('name_key').doNothing())
      .returning('id'),
  );

/** Returns the id of the center with this key. */
export const findCenterId = async (db: Db, nameKey: string): Promise<string | undefined> =>
  (await db.selectFrom('centers').select('id').where('name_key', '=', nameKey).executeTakeFirst())?.id;

/** Returns the centers that were added or changed since then. */
export const listChangedSince = (db: Db, since: number): Promise<CenterRow[]> =>
  db.selectFrom('centers').select(centerColumns).where('changed_at', '>=', since).execute();

/**
 * Reserves a name for a center that is renamed in this transaction: the unique index decides whether it is free. Returns false
 * if it is taken.
 */
export async function reserveName(trx: Trx, center: Omit<NewCenter, 'id'>): Promise<boolean> {
  const id = newId();
  if (!(await insertCenter(trx, { ...center, id }))) return false;
  await trx.deleteFrom('centers').where('id', '=', id).execute();
  return true;
}

/** Changes a center. Violates the unique index if the name is taken. */
export const updateCenter = (
  trx: Trx,
  { id, ...center }: NewCenter & Partial<Pick<CenterRow, 'named_since'>>,
) =>
  trx
    .updateTable('centers')
    .set({ ...center, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();

/** Marks a center as changed, because its series or closings were. */
export const touchCenter = (trx: Trx, id: string, now: number) =>
  trx
    .updateTable('centers')
    .set({ version: sql`version + 1`, changed_at: now })
    .where('id', '=', id)
    .execute();

export const upsertSeries = (trx: Trx, centerId: string, { id, ...rule }: Series) =>
  trx
    .insertInto('center_series')
    .values({ id, center_id: centerId, rule: JSON.stringify(rule) })
    .onConflict((c) =>
      c
        .column('id')
        .doUpdateSet((e) => ({ rule: e.ref('excluded.rule') }))
        .where('center_series.center_id', '=', centerId),
    )
    .execute();

export const deleteSeries = (trx: Trx, centerId: string, id: string) =>
  trx.deleteFrom('center_series').where('center_id', '=', centerId).where('id', '=', id).execute();

export const insertClosing = (trx: Trx, closing: CenterClosingRow) =>
  trx.insertInto('center_closings').values(closing).execute();

export const deleteClosing = (
  trx: Trx,
  centerId: string,
  id: string,
): Promise<CenterClosingRow | undefined> =>
  trx
    .deleteFrom('center_closings')
    .where('center_id', '=', centerId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/** Returns the closings of a center from one day to another, by day. */
export const listClosings = (
  db: Db,
  centerId: string,
  { from, to }: { from: Day; to?: Day },
): Promise<CenterClosingRow[]> =>
  db
    .selectFrom('center_closings')
    .select(['id', 'center_id', 'day', 'opens', 'closes', 'message'])
    .where('center_id', '=', centerId)
    .where('day', '>=', from)
    .$if(to !== undefined, (q) => q.where('day', '<=', to as Day))
    .orderBy('day')
    .orderBy('opens')
    .execute();
