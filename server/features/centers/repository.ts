import { centerKey } from '#contract/center-key.ts';
import type { ClinicRule } from '#contract/clinic-rule.ts';
import type { Day } from '#contract/days.ts';
import { columnsOf, hasRow } from '#platform/database/rows.ts';
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
  visit: true,
  version: true,
  changed_at: true,
  named_since: true,
});

/** A center with its series. */
export type CenterWithSeries = CenterRow & { series: Series[] };
export type Series = ClinicRule & { id: string };

/** Returns all centers, sorted by name. */
export const listCenterRows = (db: Db): Promise<CenterRow[]> =>
  db.selectFrom('centers').select(centerColumns).orderBy('name_key').execute();

/** Returns the names of all centers, keyed by id. */
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
 * Locks a center until the transaction ends, and returns it if it exists. Changes of series and closings use
 * `change`, which blocks all other locks. Writes that depend on series and closings use `read`, which blocks
 * only changes.
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

/** Returns false if the center has changed. Prevents changes until the transaction ends. */
export const isVersion = (trx: Trx, { id, version }: Pick<CenterRow, 'id' | 'version'>): Promise<boolean> =>
  hasRow(
    trx.selectFrom('centers').select('id').where('id', '=', id).where('version', '=', version).forShare(),
  );

/** Returns the centers that were added or changed since `since` (ms). */
export const listChangedSince = (db: Db, since: number): Promise<CenterRow[]> =>
  db.selectFrom('centers').select(centerColumns).where('changed_at', '>=', since).execute();

/** Returns the closings of a center from `from` through `to`, sorted by day. */
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
