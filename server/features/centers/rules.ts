import type { Day } from '#contract/days.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { CenterRow } from '#server/db/center-tables.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { listCenterDays } from './days.ts';
import * as repository from './repository.ts';

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
