import { centerKey } from '#contract/center-key.ts';
import type { ClinicRule } from '#contract/clinic-rule.ts';
import type { CenterFields } from '#contract/staff-centers.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { type Clock, minutes } from '#platform/time.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import type { Directory } from './directory.ts';
import {
  type CenterWithSeries,
  deleteSeries,
  findCenterId,
  insertCenter,
  listChangedSince,
  lockCenter,
  touchCenter,
  updateCenter,
  upsertSeries,
} from './repository.ts';
import { type Displaced, syncPlaces } from './sync-places.ts';

type RecordEntry = (entry: { action: string; people: string[]; centerId?: string }) => Promise<void>;

export type AdministrationDeps = {
  db: Db;
  clock: Clock;
  directory: Directory;
  /** Runs a change in a transaction together with its rows in the staff log. */
  change: <Result>(
    by: StaffMember,
    change: (trx: Trx, record: RecordEntry) => Promise<Result>,
  ) => Promise<Result>;
};

/** @throws AppError name-taken (409) */
export async function addCenter(
  deps: AdministrationDeps,
  by: StaffMember,
  fields: CenterFields,
): Promise<string> {
  const id = newId();
  await deps.change(by, async (trx, record) => {
    if (!(await insertCenter(trx, { id, ...toRow(fields, deps.clock()) }))) throw new AppError('name-taken');
    await sync(trx, deps, id);
    await record({ action: 'add center', people: [], centerId: id });
  });
  deps.directory.invalidate();
  return id;
}

/** Returns whether anything has changed. @throws AppError not-found (404), name-taken (409) */
export async function changeCenter(
  deps: AdministrationDeps,
  by: StaffMember,
  id: string,
  fields: CenterFields,
): Promise<boolean> {
  const isChanged = await deps.change(by, async (trx, record) => {
    const before = await lockCenter(trx, id, 'change');
    if (!before) throw new AppError('not-found');
    const row = toRow(fields, deps.clock());
    if (
      Object.entries({ ...row, changed_at: before.changed_at }).every(
        ([key, value]) => before[key as keyof typeof row] === value,
      )
    )
      return false;
    if (row.name_key !== before.name_key && (await findCenterId(trx, row.name_key)) !== undefined)
      throw new AppError('name-taken');
    await updateCenter(trx, { id, ...row });
    await sync(trx, deps, id);
    await record({ action: 'change center', people: [], centerId: id });
    return true;
  });
  deps.directory.invalidate();
  return isChanged;
}

const toRow = ({ name, address, timeZone, mapUrl, notes }: CenterFields, now: number) => ({
  ...{ name, name_key: centerKey(name), address, time_zone: timeZone },
  ...{ map_url: mapUrl || null, notes: notes || null, changed_at: now },
});

/** `undefined` removes the series. */
type SeriesChange = { centerId: string; seriesId?: string | undefined; rule: ClinicRule | undefined };

/**
 * Adds, changes or removes a series. A preview makes the change in a transaction that is rolled back, so that it shows exactly
 * what would happen.
 * @throws AppError not-found (404)
 */
export async function changeSeries(
  deps: AdministrationDeps,
  by: StaffMember,
  { centerId, seriesId, rule }: SeriesChange,
  isPreview: boolean,
): Promise<{ seriesId: string; displaced: Displaced[] }> {
  const id = seriesId ?? newId();
  const action = `${!seriesId ? 'add' : rule ? 'change' : 'remove'} series`;
  const displaced = await changeClinics(deps, by, { centerId, action, isPreview }, async (trx, center) => {
    if (seriesId && !center.series.some((series) => series.id === seriesId)) throw new AppError('not-found');
    if (rule) await upsertSeries(trx, centerId, { ...rule, id });
    else await deleteSeries(trx, centerId, id);
  });
  return { seriesId: id, displaced };
}

type ClinicChange = { centerId: string; action: string; isPreview: boolean };

/** Carries what a preview found out of the transaction that it rolls back. */
class PreviewRollback extends Error {
  readonly displaced: Displaced[];

  constructor(displaced: Displaced[]) {
    super('A preview changes nothing.');
    this.displaced = displaced;
  }
}

/** Changes series or closings of a center, and returns the appointments that are displaced then. */
async function changeClinics(
  deps: AdministrationDeps,
  by: StaffMember,
  { centerId, action, isPreview }: ClinicChange,
  apply: (trx: Trx, center: CenterWithSeries) => Promise<void>,
): Promise<Displaced[]> {
  const peopleOf = (displaced: readonly Displaced[]) => [...new Set(displaced.map(({ user_id }) => user_id))];
  try {
    return await deps.change(by, async (trx, record) => {
      const center = await lockCenter(trx, centerId, 'change');
      if (!center) throw new AppError('not-found');
      await apply(trx, center);
      await touchCenter(trx, centerId, deps.clock());
      const displaced = await sync(trx, deps, centerId);
      if (isPreview) throw new PreviewRollback(displaced);
      await record({ action, people: peopleOf(displaced), centerId });
      return displaced;
    });
  } catch (error) {
    if (!(error instanceof PreviewRollback)) throw error;
    const { displaced } = error;
    if (displaced.length > 0)
      await deps.change(by, (_, record) =>
        record({ action: `preview ${action}`, people: peopleOf(displaced), centerId }),
      );
    return displaced;
  } finally {
    deps.directory.invalidate();
  }
}

async function sync(trx: Trx, { clock }: AdministrationDeps, id: string): Promise<Displaced[]> {
  const center = await lockCenter(trx, id, 'change');
  return center ? (await syncPlaces(trx, center, clock())).displaced : [];
}

/** For how long bookings by servers that did not know of a change are looked for. */
const LATE_BOOKINGS_MS = minutes(2);

/**
 * Job: makes appointments belong to a center that was added or changed a moment ago. Another server, which had not read the
 * change yet, may have stored one as a text that names no center.
 */
export async function adoptLateBookings({ db, clock }: Pick<AdministrationDeps, 'db' | 'clock'>) {
  const since = clock() - LATE_BOOKINGS_MS;
  for (const id of await listChangedSince(db, since))
    await db.transaction().execute(async (trx) => {
      const center = await lockCenter(trx, id, 'change');
      if (center) await syncPlaces(trx, center, clock());
    });
}
