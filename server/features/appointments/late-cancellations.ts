import { centerKey } from '#contract/center-key.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import { days } from '#platform/time.ts';
import type { Trx } from '#server/db/tables.ts';
import { addLateCancellation, type DeletedAppointment } from './repository.ts';

/**
 * Returns whether a slot freed now is freed too late for another donor, on its day or the day before (UTC).
 */
const isLate = (day: Day, now: number): boolean => day === utcDay(now) || day === utcDay(now + days(1));

/**
 * Adds a row if the appointment releases its slot late. Call in the same transaction. Does nothing if an
 * outcome is recorded, because the slot was used.
 */
export async function recordLateCancellation(
  trx: Trx,
  { day, center, center_id, status }: Omit<DeletedAppointment, 'id'>,
  now: number,
): Promise<void> {
  if (status !== 'booked' || !isLate(day, now)) return;
  await addLateCancellation(trx, { id: newId(), day, center, center_key: centerKey(center), center_id });
}
