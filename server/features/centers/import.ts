import type { ClinicRule } from '#contract/clinic-rule.ts';
import { ConcurrentUpdateError } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import type { Clock } from '#platform/time.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { RecordEntry } from '#server/http/recorded-change.ts';
import { toRow } from './administration.ts';
import { hasTooManyTimes, tooManyTimesMessage } from './arrival-times.ts';
import { compare, PreviewRollback, peopleOf } from './clinic-changes.ts';
import { type ImportedCenter, type LineError, parseCenters } from './csv.ts';
import { type NotifyDeps, notifyDonors } from './notifications.ts';
import {
  deleteSeries,
  findCenterByName,
  findCenterId,
  insertCenter,
  lockCenter,
  type Series,
  updateCenter,
  upsertSeries,
} from './repository.ts';
import { ruleKey } from './rule-key.ts';
import { type Displaced, readStanding, syncPlaces } from './sync-places.ts';

type Count = { added: number; changed: number; removed: number };
export type ImportResult = {
  centers: Count;
  series: Count;
  names: string[];
  displaced: (Displaced & { center: string })[];
  errors: LineError[];
};

export type ImportDeps = NotifyDeps & {
  db: Db;
  clock: Clock;
  /** Runs a change in a transaction together with its rows in the staff log. */
  change: <Result>(change: (trx: Trx, record: RecordEntry) => Promise<Result>) => Promise<Result>;
};

/**
 * Imports a CSV file. Changes nothing in a preview, and if a row is invalid. Each center has its own transaction, so that
 * donors book meanwhile; if the database fails between two, importing the file again does what is left.
 */
export async function importCenters(
  deps: ImportDeps,
  csv: string,
  isPreview: boolean,
): Promise<ImportResult> {
  const { centers, errors } = parseCenters(csv);
  const result: ImportResult = { centers: noCount(), series: noCount(), names: [], displaced: [], errors };
  for (const { line, fields, series } of errors.length > 0 ? [] : centers) {
    const before = (await findCenterByName(deps.db, fields.name))?.series ?? [];
    if (hasTooManyTimes(series, before)) errors.push({ line, message: tooManyTimesMessage });
  }
  if (errors.length > 0) return result;
  for (const center of centers) {
    const change = await importCenter(deps, center, isPreview);
    if (!change) continue;
    const { name } = center.fields;
    result.names.push(name);
    result.displaced.push(...change.displaced.map((each) => ({ ...each, center: name })));
    for (const count of ['added', 'changed', 'removed'] as const) {
      result.centers[count] += change.center[count];
      result.series[count] += change.series[count];
    }
  }
  if (isPreview) {
    const people = peopleOf({ displaced: result.displaced, restored: [], adopted: [] });
    if (people.length > 0) await deps.change((_, record) => record({ action: 'preview import', people }));
  }
  return result;
}

const noCount = (): Count => ({ added: 0, changed: 0, removed: 0 });

type CenterChange = ReturnType<typeof compare> & { center: Count; series: Count };

/** Adds or changes a center, if it is not a preview. Returns undefined if nothing changes. */
async function importCenter(
  deps: ImportDeps,
  { fields, series }: ImportedCenter,
  isPreview: boolean,
): Promise<CenterChange | undefined> {
  const now = deps.clock();
  const row = toRow(fields, now);
  try {
    return await deps.change(async (trx, record) => {
      const isAdded = await insertCenter(trx, { id: newId(), ...row });
      const id = await findCenterId(trx, row.name_key);
      const center = id === undefined ? undefined : await lockCenter(trx, id, 'change');
      // It was renamed in the meantime.
      if (!id || !center || center.name_key !== row.name_key) throw new ConcurrentUpdateError();
      // It was changed since the file was checked.
      if (hasTooManyTimes(series, center.series)) throw new ConcurrentUpdateError();
      const before = await readStanding(trx, center, now);
      const isChanged = Object.entries(row).some(
        ([key, value]) => key !== 'changed_at' && center[key as keyof typeof row] !== value,
      );
      const seriesCount = series.length > 0 ? await replaceSeries(trx, center, series) : noCount();
      if (!isAdded && !isChanged && seriesCount.added + seriesCount.removed === 0) return undefined;
      await updateCenter(trx, { id, ...row });
      const current = await lockCenter(trx, id, 'change');
      const changes = compare(before, await syncPlaces(trx, current ?? center, now));
      const counts = {
        center: { added: isAdded ? 1 : 0, changed: isChanged ? 1 : 0, removed: 0 },
        series: seriesCount,
      };
      if (isPreview) throw new PreviewRollback({ ...changes, ...counts });
      await notifyDonors(trx, deps, { ...changes, centerId: id, closingId: null, message: null });
      await record({ action: 'import center', people: peopleOf(changes), centerId: id });
      return { ...changes, ...counts };
    });
  } catch (error) {
    if (error instanceof PreviewRollback) return error.result;
    throw error;
  }
}

/** Returns how many series were added and removed. Those that stay the same keep their id. */
async function replaceSeries(
  trx: Trx,
  center: { id: string; series: readonly Series[] },
  rules: readonly ClinicRule[],
): Promise<Count> {
  const left = [...center.series];
  const added = rules.filter((rule) => {
    const index = left.findIndex((series) => ruleKey(series) === ruleKey(rule));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
  for (const { id } of left) await deleteSeries(trx, center.id, id);
  for (const rule of added) await upsertSeries(trx, center.id, { ...rule, id: newId() });
  return { added: added.length, changed: 0, removed: left.length };
}
