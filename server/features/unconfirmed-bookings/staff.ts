import type { UnconfirmedBooking } from '#contract/staff-unconfirmed-bookings.ts';
import { forEachBatch } from '#platform/database/in-batches.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import type { CenterRow, UnconfirmedBookingRow } from '#server/db/center-tables.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { startOfSlot } from '#server/features/centers/local-time.ts';
import { type CenterWithSeries, findCenter } from '#server/features/centers/rules.ts';
import { withStaffLog } from '#server/features/staff-log/staff-log.ts';
import { listConfirmedMembers, selectConfirmedMembers } from '#server/features/users/rules.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import { countUnconfirmedBySlot, listBookedAppointments, listCenterBookings } from './repository.ts';
import { cancelUnlessConfirmed } from './rules.ts';

/** Returns a center's slots that wait for a confirmed address. Records the view in the staff log. */
export async function listForCoordinator(
  core: Core,
  by: StaffMember,
  centerId: string,
): Promise<UnconfirmedBooking[]> {
  const { db } = core;
  const center = await findCenter(core, centerId);
  if (!center) throw new AppError('not-found');
  const startOf = ({ day, slot_time }: AppointmentRow) => startOfSlot(center, { day, time: slot_time ?? '' });
  const bookings = await listCenterBookings(db, centerId);
  const confirmBy = new Map(bookings.map((row) => [row.appointment_id, row.confirm_by]));
  const waiting = (await findWaiting(core, center, bookings)).toSorted(
    (one, other) => startOf(one) - startOf(other),
  );
  const people = [...new Set(waiting.map(({ user_id }) => user_id))];
  if (people.length > 0)
    await withStaffLog(core, by, (_, log) => log({ action: 'view unconfirmed', people, centerId }));
  const hasDeadline = waiting.length > 0 && (await core.sendsEmail());
  return waiting.map((appointment) => {
    const until = confirmBy.get(appointment.id) ?? 0;
    return {
      _id: appointment.id,
      name: appointment.name,
      date: appointment.day,
      phoneEnd: appointment.phone.slice(-4),
      ...(appointment.slot_time && { time: appointment.slot_time }),
      ...(hasDeadline && until < startOf(appointment) && { confirmBy: new Date(until).toISOString() }),
    };
  });
}

/** Returns those of the given centers that have slots waiting for a confirmed address, with their number. */
export async function countUnconfirmed(
  core: Core,
  centers: readonly CenterRow[],
): Promise<{ centerId: string; bookings: number }[]> {
  const now = core.clock();
  const centerOf = new Map(centers.map((center) => [center.id, center]));
  const counts = new Map<string, number>();
  for (const { center_id, day, slot_time, count } of await countUnconfirmedBySlot(
    core.db,
    [...centerOf.keys()],
    selectConfirmedMembers(core),
  )) {
    const center = centerOf.get(center_id);
    if (center && startOfSlot(center, { day, time: slot_time ?? '' }) > now)
      counts.set(center_id, (counts.get(center_id) ?? 0) + count);
  }
  return [...counts].map(([centerId, bookings]) => ({ centerId, bookings }));
}

/** Returns the center's upcoming appointments whose members have not confirmed their address. */
async function findWaiting(
  core: Core,
  center: CenterWithSeries,
  bookings: readonly UnconfirmedBookingRow[],
): Promise<AppointmentRow[]> {
  const booked: AppointmentRow[] = [];
  await forEachBatch(
    bookings.map((row) => row.appointment_id),
    async (ids) => void booked.push(...(await listBookedAppointments(core.db, ids))),
  );
  const confirmed = await listConfirmedMembers(
    core,
    booked.map(({ user_id }) => user_id),
  );
  return booked.filter(
    ({ user_id, day, slot_time }) =>
      !confirmed.has(user_id) && startOfSlot(center, { day, time: slot_time ?? '' }) > core.clock(),
  );
}

/**
 * Cancels the given bookings, except those whose members have confirmed their address in the meantime.
 * Returns the number canceled.
 */
export async function cancelUnconfirmed(
  core: Core,
  by: StaffMember,
  { centerId, ids }: { centerId: string; ids: readonly string[] },
): Promise<number> {
  const wanted = new Set(ids);
  const bookings = (await listCenterBookings(core.db, centerId)).filter(({ appointment_id }) =>
    wanted.has(appointment_id),
  );
  let count = 0;
  for (const [userId, own] of Map.groupBy(bookings, ({ user_id }) => user_id)) {
    const canceled = await cancelUnlessConfirmed(
      core,
      { userId },
      own.map(({ appointment_id }) => appointment_id),
      (work) =>
        withStaffLog(core, by, async (trx, log) => {
          const result = await work(trx);
          if (result.length > 0) await log({ action: 'cancel unconfirmed', people: [userId], centerId });
          return result;
        }),
    );
    count += canceled.length;
  }
  return count;
}
