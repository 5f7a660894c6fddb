import type { Day } from '#contract/days.ts';
import type { StaffAction } from '#contract/staff-actions.ts';
import type { AppointmentStatus } from '#contract/values.ts';
import { AppError } from '#platform/errors.ts';
import { type Clock, days, seconds } from '#platform/time.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import { localDay, type Places } from '#server/features/centers/rules.ts';
import type { StaffMember } from '#server/http/viewer.ts';
import type { CheckInAppointment } from './repository.ts';

type RecordEntry = (entry: { action: StaffAction; people: string[]; centerId: string }) => Promise<void>;

export type CheckInDeps = {
  db: Db;
  clock: Clock;
  places: Places;
  /** Runs a change in a transaction together with its rows in the staff log. */
  change: <Result>(
    by: StaffMember,
    change: (trx: Trx, record: RecordEntry) => Promise<Result>,
  ) => Promise<Result>;
  /**
   * Cancels the open payment of an appointment that the center is about to cancel.
   * @throws AppError already-paid (409), unavailable (503)
   */
  cancelOpenPayment: (appointmentId: string) => Promise<void>;
  /** Called in the transaction in which the center cancels an appointment, or undoes that. @throws AppError refund-ordered (409) */
  onCancellation: (trx: Trx, before: CheckInAppointment, status: AppointmentStatus) => Promise<void>;
};

/** A device sends what it recorded offline in the person's next shift, for as long as it keeps it: a week, and the day of the shift. */
const MAX_DELAY_MS = days(8);

/** What takes longer to arrive was recorded offline. */
export const MIN_OFFLINE_MS = seconds(30);

/** When a device recorded something. Its clock may be ahead. */
export const recordedTime = (at: string, now: number): number => Math.min(Date.parse(at), now);

/** Whether door staff may change an appointment: on its day, or later if they recorded it offline on its day. */
export const isOnDay = (
  center: { time_zone: string },
  day: Day,
  { at, now }: { at: number; now: number },
): boolean => localDay(center, now) === day || (now - at <= MAX_DELAY_MS && localDay(center, at) === day);

/** @throws AppError not-found (404) */
export async function getCenter({ places }: Pick<CheckInDeps, 'places'>, id: string) {
  const center = await places.findCenter(id);
  if (!center) throw new AppError('not-found');
  return center;
}
