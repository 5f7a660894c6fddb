import type { ClinicRule } from '#contract/clinic-rule.ts';
import { ConcurrentUpdateError } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import type { LineError } from '#server/documents/csv-table.ts';
import { findCenterByName, lockCenter, type Series } from '#server/features/centers/rules.ts';
import { type Displaced, readOccupancy, syncSlots } from '#server/features/centers/sync-slots.ts';
import { readVisit } from '#server/features/centers/visit.ts';
import type { WithStaffLog } from '#server/http/with-staff-log.ts';
import { hasTooManyTimes, tooManyTimesMessage } from './arrival-times.ts';
import { compareOccupancy, listAffectedPeople, PreviewRollbackError } from './clinic-changes.ts';
import { type ImportedCenter, parseCenters } from './csv.ts';
import { toRow } from './edit-center.ts';
import { type NotifyCore, notifyDonors } from './notifications.ts';
import { deleteSeries, findCenterId, insertCenter, updateCenter, upsertSeries } from './repository.ts';
import { ruleKey } from './rule-key.ts';

type Count = { added: number; changed: number; removed: number };
export type ImportResult = {
  centers: Count;
  series: Count;
  names: string[];
  displaced: (Displaced & { center: string })[];
  errors: LineError[];
};

type ImportCore = NotifyCore & Pick<Core, 'db'>;

/**
 * Imports a CSV file. A preview or an invalid row changes nothing. Each center has its own transaction, so
 * that donors can book in between. If the database fails midway, importing the file again completes it.
 */
export async function importCenters(
  core: ImportCore,
  withStaffLog: WithStaffLog,
  csv: string,
  isPreview: boolean,
): Promise<ImportResult> {
  const { centers, errors } = parseCenters(csv);
  const result: ImportResult = { centers: noCount(), series: noCount(), names: [], displaced: [], errors };
  for (const { line, fields, series } of errors.length > 0 ? [] : centers) {
    const before = (await findCenterByName(core.db, fields.name))?.series ?? [];
    if (hasTooManyTimes(series, before)) errors.push({ line, message: tooManyTimesMessage });
  }
  if (errors.length > 0) return result;
  for (const center of centers) {
    const changed = await importCenter(core, withStaffLog, center, isPreview);
    if (!changed) continue;
    const { name } = center.fields;
    result.names.push(name);
    result.displaced.push(...changed.displaced.map((appointment) => ({ ...appointment, center: name })));
    for (const count of ['added', 'changed', 'removed'] as const) {
      result.centers[count] += changed.center[count];
      result.series[count] += changed.series[count];
    }
  }
  if (isPreview) {
    const people = listAffectedPeople({ displaced: result.displaced, restored: [], linkedUserIds: [] });
    if (people.length > 0) await withStaffLog((_, log) => log({ action: 'preview import', people }));
  }
  return result;
}

const noCount = (): Count => ({ added: 0, changed: 0, removed: 0 });

type CenterChange = ReturnType<typeof compareOccupancy> & { center: Count; series: Count };

/** Adds or changes a center, unless this is a preview. Returns undefined if nothing changes. */
async function importCenter(
  core: ImportCore,
  withStaffLog: WithStaffLog,
  { fields, series }: ImportedCenter,
  isPreview: boolean,
): Promise<CenterChange | undefined> {
  const now = core.clock();
  const added = toRow(fields, now);
  try {
    return await withStaffLog(async (trx, log) => {
      const isAdded = await insertCenter(trx, { id: newId(), ...added });
      const id = await findCenterId(trx, added.name_key);
      const center = id === undefined ? undefined : await lockCenter(trx, id, 'change');
      // The center was renamed in the meantime.
      if (!id || !center || center.name_key !== added.name_key) throw new ConcurrentUpdateError();
      const row = toRow({ ...readVisit(center), ...fields }, now);
      // The center was changed after the file was checked.
      if (hasTooManyTimes(series, center.series)) throw new ConcurrentUpdateError();
      const before = await readOccupancy(trx, center, now);
      const isChanged = Object.entries(row).some(
        ([key, value]) => key !== 'changed_at' && center[key as keyof typeof row] !== value,
      );
      const seriesCount = series.length > 0 ? await replaceSeries(trx, center, series) : noCount();
      if (!isAdded && !isChanged && seriesCount.added + seriesCount.removed === 0) return undefined;
      await updateCenter(trx, { id, ...row });
      const current = await lockCenter(trx, id, 'change');
      const changes = compareOccupancy(before, await syncSlots(trx, current ?? center, now));
      const counts = {
        center: { added: isAdded ? 1 : 0, changed: isChanged ? 1 : 0, removed: 0 },
        series: seriesCount,
      };
      if (isPreview) throw new PreviewRollbackError({ ...changes, ...counts });
      await notifyDonors(core, trx, { ...changes, centerId: id, closingId: null, message: null });
      await log({ action: 'import center', people: listAffectedPeople(changes), centerId: id });
      return { ...changes, ...counts };
    });
  } catch (error) {
    if (error instanceof PreviewRollbackError) return error.result;
    throw error;
  }
}

/**
 * Replaces the series of a center, and returns how many were added and removed. Unchanged series keep their
 * ids.
 */
async function replaceSeries(
  trx: Trx,
  center: { id: string; series: readonly Series[] },
  rules: readonly ClinicRule[],
): Promise<Count> {
  const unmatched = [...center.series];
  const added = rules.filter((rule) => {
    const index = unmatched.findIndex((series) => ruleKey(series) === ruleKey(rule));
    if (index !== -1) unmatched.splice(index, 1);
    return index === -1;
  });
  for (const { id } of unmatched) await deleteSeries(trx, center.id, id);
  for (const rule of added) await upsertSeries(trx, center.id, { ...rule, id: newId() });
  return { added: added.length, changed: 0, removed: unmatched.length };
}
