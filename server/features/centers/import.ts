import type { ClinicRule } from '#contract/clinic-rule.ts';
import { ConcurrentUpdateError } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import type { Clock } from '#platform/time.ts';
import type { Trx } from '#server/db/tables.ts';
import type { RecordEntry } from '#server/http/recorded-change.ts';
import { toRow } from './administration.ts';
import { hasTooManyTimes, tooManyTimesMessage } from './arrival-times.ts';
import { compare, PreviewRollback, peopleOf } from './clinic-changes.ts';
import { type ImportedCenter, type LineError, parseCenters } from './csv.ts';
import { type NotifyDeps, notifyDonors } from './notifications.ts';
import {
  deleteSeries,
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
  clock: Clock;
  /** Runs a change in a transaction together with its rows in the staff log. */
  change: <Result>(change: (trx: Trx, record: RecordEntry) => Promise<Result>) => Promise<Result>;
};

/** Imports a CSV file in one transaction. Changes nothing in a preview, and if a row is invalid. */
export async function importCenters(
  deps: ImportDeps,
  csv: string,
  isPreview: boolean,
): Promise<ImportResult> {
  const { centers, errors } = parseCenters(csv);
  if (errors.length > 0) return { ...emptyResult(), errors };
  // Two imports lock the centers in the same order.
  const ordered = centers.toSorted((one, other) => (one.fields.name < other.fields.name ? -1 : 1));
  try {
    return await deps.change(async (trx, record) => {
      const result = emptyResult();
      const changed: CenterChange[] = [];
      for (const center of ordered) {
        const change = await importCenter(trx, deps, center, result);
        if (change) changed.push(change);
      }
      if (isPreview) throw new PreviewRollback(result);
      for (const change of changed) {
        const { centerId } = change;
        await notifyDonors(trx, deps, { ...change, closingId: null, message: null });
        await record({ action: 'import center', people: peopleOf(change), centerId });
      }
      return result;
    });
  } catch (error) {
    if (!(error instanceof PreviewRollback)) throw error;
    const people = peopleOf({ displaced: error.result.displaced, restored: [], adopted: [] });
    if (people.length > 0) await deps.change((_, record) => record({ action: 'preview import', people }));
    return error.result;
  }
}

const emptyResult = (): ImportResult => ({
  centers: { added: 0, changed: 0, removed: 0 },
  series: { added: 0, changed: 0, removed: 0 },
  names: [],
  displaced: [],
  errors: [],
});

type CenterChange = ReturnType<typeof compare> & { centerId: string };

/** Adds or changes a center, and counts what changes in `result`. Returns undefined if nothing has changed. */
async function importCenter(
  trx: Trx,
  deps: ImportDeps,
  { line, fields, series }: ImportedCenter,
  result: ImportResult,
): Promise<CenterChange | undefined> {
  const now = deps.clock();
  const row = toRow(fields, now);
  const isAdded = await insertCenter(trx, { id: newId(), ...row });
  if (isAdded) result.centers.added += 1;
  const id = await findCenterId(trx, row.name_key);
  const center = id === undefined ? undefined : await lockCenter(trx, id, 'change');
  // It was renamed in the meantime.
  if (!id || !center || center.name_key !== row.name_key) throw new ConcurrentUpdateError();
  if (hasTooManyTimes(series, center.series))
    throw new PreviewRollback({ ...emptyResult(), errors: [{ line, message: tooManyTimesMessage }] });
  const before = await readStanding(trx, center, now);
  const isChanged = Object.entries(row).some(
    ([key, value]) => key !== 'changed_at' && center[key as keyof typeof row] !== value,
  );
  if (isChanged) result.centers.changed += 1;
  const isSeriesChanged = series.length > 0 && (await replaceSeries(trx, center, series, result.series));
  if (!isAdded && !isChanged && !isSeriesChanged) return undefined;
  result.names.push(fields.name);
  await updateCenter(trx, { id, ...row });
  const current = await lockCenter(trx, id, 'change');
  const changes = compare(before, await syncPlaces(trx, current ?? center, now));
  result.displaced.push(...changes.displaced.map((each) => ({ ...each, center: fields.name })));
  return { ...changes, centerId: id };
}

/** Returns whether a series was added or removed. Those that stay the same keep their id. */
async function replaceSeries(
  trx: Trx,
  center: { id: string; series: readonly Series[] },
  rules: readonly ClinicRule[],
  count: Count,
): Promise<boolean> {
  const left = [...center.series];
  const added = rules.filter((rule) => {
    const index = left.findIndex((series) => ruleKey(series) === ruleKey(rule));
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
  for (const { id } of left) await deleteSeries(trx, center.id, id);
  for (const rule of added) await upsertSeries(trx, center.id, { ...rule, id: newId() });
  count.added += added.length;
  count.removed += left.length;
  return added.length + left.length > 0;
}
