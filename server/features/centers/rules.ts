import type { ListedCenter, NextDays } from '#contract/centers.ts';
import type { Day } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { CenterRow } from '#server/db/center-tables.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import { listCenterDays } from './days.ts';
import { localTime } from './local-time.ts';
import * as repository from './repository.ts';
import { toCenter } from './serialize.ts';

export { type BookedAppointment, listAppointmentsAtCenter } from './appointments-repository.ts';
/** Unlike `findCenter`, `readCenter` finds a center even if the staff side is disabled. */
export {
  type CenterWithSeries,
  findCenter as readCenter,
  findCenterByName,
  listCenterNames,
  listCenterRows,
  listCentersWithSeries,
  listClosings,
  lockCenter,
  type Series,
} from './repository.ts';

/** Returns the current name of an appointment's center, or the donor's text if that names no known center. */
export const currentCenterName = (
  { center }: Pick<AppointmentRow, 'center'>,
  known: Pick<CenterRow, 'name'> | undefined,
): string => known?.name ?? center;

/** Returns all centers, sorted by name, each with its next free day. */
export async function listWithNextFree({
  db,
  freeDays,
}: Pick<Core, 'db' | 'freeDays'>): Promise<ListedCenter[]> {
  const rows = await repository.listCenterRows(db);
  const { of } = await freeDays();
  return rows.map((row) => {
    const [next] = of.get(row.id) ?? [];
    if (!next) return toCenter(row);
    const { date, free, opens, closes } = next;
    return { ...toCenter(row), nextFree: { date, free, ...(opens && { opens }), ...(closes && { closes }) } };
  });
}

/** Returns the next free days of all centers together, and when they were counted. */
export async function describeNextDays(core: Core): Promise<NextDays> {
  const { at, days } = await core.freeDays();
  const { timeZone } = (await readSiteContent(core)).region;
  return { at: localTime(at, timeZone).time, days };
}

/** Finds a center by its id. A site without the staff side has no centers. */
export const findCenter = async ({ db, features }: Pick<Core, 'db' | 'features'>, id: string) =>
  features.includes('staff') ? repository.findCenter(db, id) : undefined;

/** @throws AppError not-found (404) */
export async function getCenter(
  core: Pick<Core, 'db' | 'features'>,
  id: string,
): Promise<repository.CenterWithSeries> {
  const center = await findCenter(core, id);
  if (!center) throw new AppError('not-found');
  return center;
}

/**
 * Returns a center with one of its days, or undefined if there is no such center. The day is undefined if the
 * center has no series.
 */
export async function getDay(core: Pick<Core, 'db' | 'clock' | 'features'>, centerId: string, day: Day) {
  const center = await findCenter(core, centerId);
  if (!center) return undefined;
  const [found] = await listCenterDays(core.db, center, { from: day, to: day, now: core.clock() });
  return { center, day: found };
}
