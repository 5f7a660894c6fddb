import type { CenterFields } from '#contract/center-administration.ts';
import { centerKey } from '#contract/center-key.ts';
import { type ClinicRule, deriveDay } from '#contract/clinic-rule.ts';
import { visitOf } from '#contract/visit.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import type { Core } from '#server/core.ts';
import type { CenterClosingRow } from '#server/db/center-tables.ts';
import type { Trx } from '#server/db/tables.ts';
import { closingCovers, isWholeDay } from '#server/features/centers/days.ts';
import { localTime } from '#server/features/centers/local-time.ts';
import {
  type CenterWithSeries,
  listAppointmentsAtCenter,
  listClosings,
  lockCenter,
} from '#server/features/centers/rules.ts';
import type { Displaced } from '#server/features/centers/sync-slots.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { hasTooManyTimes, tooManyTimesMessage } from './arrival-times.ts';
import { changeClinics, lockAndSyncCenter } from './clinic-changes.ts';
import {
  deleteClosing,
  deleteSeries,
  insertCenter,
  insertClosing,
  reserveName,
  updateCenter,
  upsertSeries,
} from './repository.ts';
import { ruleKey, ruleRevision } from './rule-key.ts';

/** @throws AppError name-taken (409) */
export async function addCenter(core: Core, by: StaffMember, fields: CenterFields): Promise<string> {
  const id = newId();
  await withStaffLog(core, by, async (trx, log) => {
    if (!(await insertCenter(trx, { id, ...toRow(fields, core.clock()) }))) throw new AppError('name-taken');
    const { linkedUserIds } = await lockAndSyncCenter(core, trx, id);
    await log({ action: 'add center', people: linkedUserIds, centerId: id });
  });
  return id;
}

/** Returns whether anything has changed. @throws AppError not-found (404), name-taken (409) */
export const changeCenter = (
  core: Core,
  by: StaffMember,
  id: string,
  fields: CenterFields,
): Promise<boolean> =>
  withStaffLog(core, by, async (trx, log) => {
    const before = await lockCenter(trx, id, 'change');
    if (!before) throw new AppError('not-found');
    const row = toRow(fields, core.clock());
    if (
      Object.entries({ ...row, changed_at: before.changed_at }).every(
        ([key, value]) => before[key as keyof typeof row] === value,
      )
    )
      return false;
    const isRenamed = row.name_key !== before.name_key;
    if (isRenamed && !(await reserveName(trx, row))) throw new AppError('name-taken');
    await updateCenter(trx, { id, ...row, ...(isRenamed && { named_since: newId() }) });
    const { linkedUserIds } = await lockAndSyncCenter(core, trx, id);
    await log({ action: 'change center', people: linkedUserIds, centerId: id });
    return true;
  });

/**
 * Returns the name with its usual capitals. Keeps a newer name of a zone, because Intl would replace
 * Asia/Kolkata with Asia/Calcutta.
 */
function spellTimeZone(name: string): string {
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
  return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
}

export const toRow = ({ name, address, timeZone, mapUrl, notes, ...visit }: CenterFields, now: number) => ({
  name,
  name_key: centerKey(name),
  address,
  time_zone: spellTimeZone(timeZone),
  map_url: mapUrl || null,
  notes: notes || null,
  visit: JSON.stringify(visitOf(visit)),
  changed_at: now,
});

/** If `rule` is undefined, the series is removed. */
type SeriesChange = {
  centerId: string;
  seriesId?: string | undefined;
  rule: ClinicRule | undefined;
  /** `ruleRevision` of the rule as the editor loaded it. */
  revision?: string | undefined;
};

/**
 * Adds, changes or removes a series. A preview makes the change in a transaction that is rolled back, to show
 * its exact effect. Adding an existing rule returns its series, because a repeated request must not double
 * the slots.
 * @throws AppError not-found (404), changed-meanwhile (409), invalid-fields (422: another series has the
 * rule, or too many arrival times)
 */
export async function changeSeries(
  core: Core,
  by: StaffMember,
  { centerId, seriesId, rule, revision }: SeriesChange,
  isPreview: boolean,
): Promise<{ seriesId: string; displaced: Displaced[] }> {
  let id = seriesId ?? newId();
  const action = `${!seriesId ? 'add' : rule ? 'change' : 'remove'} series` as const;
  const { displaced } = await changeClinics(
    core,
    by,
    { centerId, action, isPreview },
    async (trx, center) => {
      const stored = center.series.find((series) => series.id === seriesId);
      if (seriesId && !stored) throw new AppError('not-found');
      if (stored && revision !== undefined && revision !== ruleRevision(stored))
        throw new AppError('changed-meanwhile');
      const same =
        rule && center.series.find((other) => other.id !== seriesId && ruleKey(other) === ruleKey(rule));
      if (same && seriesId)
        throw new AppError('invalid-fields', { fields: { weekdays: 'The center has this series already' } });
      if (same) id = same.id;
      else if (rule) {
        const others = center.series.filter((other) => other.id !== seriesId);
        if (hasTooManyTimes([...others, rule], center.series))
          throw new AppError('invalid-fields', { fields: { intervalMinutes: tooManyTimesMessage } });
        await upsertSeries(trx, centerId, { ...rule, id });
      } else await deleteSeries(trx, centerId, id);
    },
  );
  return { seriesId: id, displaced };
}

type Closing = Pick<CenterClosingRow, 'day' | 'opens' | 'closes' | 'message'>;

/**
 * Closes a day or a part of it, and asks its donors to choose another day. Repeating a closing returns the
 * existing one.
 * @throws AppError not-found (404), invalid-fields (422) if there is no clinic to close
 */
export async function addClosing(
  core: Core,
  by: StaffMember,
  { centerId, ...closing }: Closing & { centerId: string },
  isPreview: boolean,
): Promise<{ closingId: string; displaced: Displaced[] }> {
  let id = newId();
  const { day, message } = closing;
  const change = { centerId, closingId: id, action: `close ${day}` as const, isPreview, message };
  const { displaced } = await changeClinics(core, by, change, async (trx, center) => {
    await assertClosable(trx, center, closing, core.clock());
    const same = (await listClosings(trx, centerId, { from: day, to: day })).find(
      ({ opens, closes }) => opens === closing.opens && closes === closing.closes,
    );
    if (same) id = same.id;
    else await insertClosing(trx, { id, center_id: centerId, ...closing });
  });
  return { closingId: id, displaced: displaced.filter(({ reason }) => reason === 'closed') };
}

async function assertClosable(
  trx: Trx,
  { id, series, time_zone }: CenterWithSeries,
  closing: Closing,
  now: number,
): Promise<void> {
  const { day } = closing;
  const intervals = deriveDay(series, day)?.intervals ?? [];
  const isOver = day < localTime(now, time_zone).day;
  // Donors may have booked a day before the center had clinics.
  if (series.length > 0 && intervals.length === 0 && !isOver && isWholeDay(closing)) {
    const appointments = await listAppointmentsAtCenter(trx, id, { from: day, to: day });
    if (appointments.some(({ status }) => status === 'booked')) return;
  }
  const reject = (field: string, message: string) => {
    throw new AppError('invalid-fields', { fields: { [field]: message } });
  };
  if (intervals.length === 0 || isOver) reject('date', 'Choose a day with a clinic');
  if (!isWholeDay(closing) && intervals.every(({ time }) => time === ''))
    reject('opens', 'This day has no arrival times. Close the whole day');
  if (!intervals.some(({ time }) => closingCovers(closing, time)))
    reject('opens', 'No arrival time is between these times');
}

/**
 * Removes a closing, which reopens its slots. Returns how many donors are notified that they can come after
 * all.
 */
export async function removeClosing(
  core: Core,
  by: StaffMember,
  { centerId, closingId }: { centerId: string; closingId: string },
): Promise<number> {
  const change = { centerId, action: 'open', isPreview: false, message: null } as const;
  const { restored } = await changeClinics(core, by, change, async (trx) => {
    if (!(await deleteClosing(trx, centerId, closingId))) throw new AppError('not-found');
  });
  return restored.length;
}
