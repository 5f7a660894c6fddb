import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { listCenterDays } from '#server/features/centers/days.ts';
import { findCenter } from '#server/features/centers/repository.ts';
import { findLostPlaces } from '#server/features/centers/testing/center-deps.ts';

/** Returns places that are lost, given twice or beyond the capacity, and who waits while a place is free. */
export async function findPlaceFaults(db: Db, now: number): Promise<string[]> {
  const lost = await findLostPlaces(db);
  const open = db.selectFrom('places').selectAll().where('closed', '=', 0).where('capacity', '>', 0);
  const overbooked = await open.whereRef('taken', '>', 'capacity').execute();
  const canceled = await db
    .selectFrom('appointments')
    .select(['id'])
    .where('status', '=', 'cancelled')
    .where('place_time', 'is not', null)
    .execute();
  const entries = await db.selectFrom('waiting_list').selectAll().execute();
  const overdue = entries.filter(
    ({ state, held_until }) => state === 'offered' && (held_until ?? 0) < now - days(1),
  );
  const needless: string[] = [];
  for (const { center_id, day } of entries.filter(({ state }) => state === 'waiting')) {
    const center = await findCenter(db, center_id);
    const [found] = center ? await listCenterDays(db, center, { from: day, to: day, now }) : [];
    if (found && found.free > 0) needless.push(`somebody waits for ${day}, which has a free place`);
  }
  return [
    ...lost.map((place) => `lost or given twice: ${JSON.stringify(place)}`),
    ...overbooked.map(({ day, time }) => `${day} ${time} is overbooked`),
    ...canceled.map(({ id }) => `${id} is canceled, but takes a place`),
    ...overdue.map(({ day }) => `a hold on ${day} did not end`),
    ...needless,
  ];
}
