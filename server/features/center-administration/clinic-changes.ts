import type { Day } from '#contract/days.ts';
import type { ClinicAction } from '#contract/staff-actions.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { Trx } from '#server/db/tables.ts';
import type { BookedAppointment } from '#server/features/centers/rules.ts';
import { type CenterWithSeries, lockCenter } from '#server/features/centers/rules.ts';
import {
  type Displaced,
  type Occupancy,
  readOccupancy,
  type Synced,
  syncSlots,
} from '#server/features/centers/sync-slots.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { notifyDonors } from './notifications.ts';
import { touchCenter } from './repository.ts';

type ClinicChange = {
  centerId: string;
  closingId?: string;
  action: ClinicAction | 'open';
  isPreview: boolean;
  message?: string | null;
};
type ClinicResult = {
  displaced: Displaced[];
  restored: BookedAppointment[];
  linkedUserIds: string[];
  /** Days that have lost their last open slot. */
  closedDays: Day[];
};

/** Thrown to roll back the transaction of a preview. Carries the preview's result. */
export class PreviewRollbackError<Result> extends Error {
  readonly result: Result;

  constructor(result: Result) {
    super('A preview changes nothing.');
    this.result = result;
  }
}

export const listAffectedPeople = ({
  displaced,
  restored,
  linkedUserIds,
}: Pick<ClinicResult, 'displaced' | 'restored' | 'linkedUserIds'>): string[] => [
  ...new Set([...[...displaced, ...restored].map(({ user_id }) => user_id), ...linkedUserIds]),
];

/**
 * Changes series or closings of a center, and notifies the donors whose slot was closed or reopened. A
 * preview is rolled back.
 */
export async function changeClinics(
  core: Core,
  by: StaffMember,
  { centerId, closingId, action, isPreview, message = null }: ClinicChange,
  apply: (trx: Trx, center: CenterWithSeries) => Promise<void>,
): Promise<ClinicResult> {
  const now = core.clock();
  try {
    return await withStaffLog(core, by, async (trx, log) => {
      const center = await lockCenter(trx, centerId, 'change');
      if (!center) throw new AppError('not-found');
      const before = await readOccupancy(trx, center, now);
      await apply(trx, center);
      await touchCenter(trx, centerId, now);
      const after = await lockAndSyncCenter(core, trx, centerId);
      const result = compareOccupancy(before, after);
      if (isPreview) throw new PreviewRollbackError({ ...result, linkedUserIds: [] });
      await notifyDonors(core, trx, { ...result, centerId, closingId: closingId ?? null, message });
      await log({ action, people: listAffectedPeople(result), centerId });
      return result;
    });
  } catch (error) {
    if (!(error instanceof PreviewRollbackError)) throw error;
    const people = listAffectedPeople(error.result);
    // Reopening a day has no preview, so there is no view to log.
    if (people.length > 0 && action !== 'open')
      await withStaffLog(core, by, (_, log) => log({ action: `preview ${action}`, people, centerId }));
    return error.result;
  }
}

/**
 * Returns the effect of a change. Excludes appointments that an earlier change closed, and includes reopened
 * ones.
 */
export function compareOccupancy(before: Occupancy, after: Synced): ClinicResult {
  const closedBefore = new Set(
    before.displaced.flatMap(({ id, reason }) => (reason === 'closed' ? [id] : [])),
  );
  return {
    displaced: after.displaced.filter(({ id, reason }) => reason !== 'closed' || !closedBefore.has(id)),
    restored: [...after.kept, ...after.displaced.filter(({ reason }) => reason === 'no-clinic')].filter(
      ({ id }) => closedBefore.has(id),
    ),
    linkedUserIds: after.linkedUserIds,
    closedDays: [...before.openDays].filter((day) => !after.openDays.has(day)),
  };
}

export async function lockAndSyncCenter(
  { clock }: Pick<Core, 'clock'>,
  trx: Trx,
  id: string,
): Promise<Synced> {
  const center = await lockCenter(trx, id, 'change');
  return center
    ? syncSlots(trx, center, clock())
    : { displaced: [], kept: [], openDays: new Set(), linkedUserIds: [] };
}
