import { MAX_LAPSED_OFFERS, MAX_OPEN_SLOTS } from '#contract/booking-limits.ts';
import { utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { listCenterDays } from '#server/features/centers/days.ts';
import { findCenter } from '#server/features/centers/repository.ts';
import { findLostSlots } from '#server/features/centers/testing/center-deps.ts';

/**
 * Describes each fault: slots that are lost, given twice or overbooked, canceled appointments that have a
 * slot, holds that did not end, members with too many slots, and members who wait while a slot is free.
 */
export async function findSlotFaults(db: Db, now: number): Promise<string[]> {
  const lost = await findLostSlots(db);
  const openSlots = db.selectFrom('slots').selectAll().where('closed', '=', 0).where('capacity', '>', 0);
  const overbooked = await openSlots.whereRef('reserved', '>', 'capacity').execute();
  const canceled = await db
    .selectFrom('appointments')
    .select(['id'])
    .where('status', '=', 'cancelled')
    .where('slot_time', 'is not', null)
    .execute();
  const tooMany = await db
    .selectFrom('appointments')
    .select('user_id')
    .where('slot_time', 'is not', null)
    .where('status', '=', 'booked')
    .where('day', '>=', utcDay(now - days(1)))
    .groupBy('user_id')
    .having(({ fn }) => fn.countAll(), '>', MAX_OPEN_SLOTS)
    .execute();
  const entries = await db.selectFrom('waiting_list').selectAll().execute();
  const overdue = entries.filter(
    ({ state, held_until }) => state === 'offered' && (held_until ?? 0) < now - days(1),
  );
  const lapsed = await db
    .selectFrom('lapsed_offers')
    .select('user_id')
    .where('lapsed_at', '>', now - days(1))
    .execute();
  const canBeOffered = (userId: string) =>
    entries.every(({ user_id, state }) => user_id !== userId || state !== 'offered') &&
    lapsed.filter(({ user_id }) => user_id === userId).length < MAX_LAPSED_OFFERS;
  const needless: string[] = [];
  for (const { center_id, day, user_id, state } of entries) {
    if (state !== 'waiting' || !canBeOffered(user_id)) continue;
    const center = await findCenter(db, center_id);
    const [found] = center ? await listCenterDays(db, center, { from: day, to: day, now }) : [];
    if (found && found.free > 0) needless.push(`a member waits for ${day}, which has a free slot`);
  }
  return [
    ...lost.map((slot) => `lost or given twice: ${JSON.stringify(slot)}`),
    ...overbooked.map(({ day, time }) => `${day} ${time} is overbooked`),
    ...tooMany.map(({ user_id }) => `${user_id} has more than ${MAX_OPEN_SLOTS} slots`),
    ...canceled.map(({ id }) => `${id} is canceled, but takes a slot`),
    ...overdue.map(({ day }) => `a hold on ${day} did not end`),
    ...needless,
  ];
}
