import type { Day } from '#contract/days.ts';
import { forEachBatch } from '#platform/database/in-batches.ts';
import type { Db } from '#server/db/tables.ts';

/** Returns those of the centers where donors are booked on the given day of each, with the number of donors. */
export async function countExpected(
  db: Db,
  centers: readonly { id: string; day: Day }[],
): Promise<{ centerId: string; donors: number }[]> {
  const found: { centerId: string; donors: number }[] = [];
  for (const [day, ofDay] of Map.groupBy(centers, (center) => center.day))
    await forEachBatch(ofDay, async (batch) => {
      const ids = batch.map(({ id }) => id);
      const rows = await db
        .selectFrom('appointments')
        .where('center_id', 'in', ids)
        .where('day', '=', day)
        .where('status', '=', 'booked')
        .where('name', '!=', '')
        .select((e) => ['center_id', e.fn.countAll<number | string>().as('donors')])
        .groupBy('center_id')
        .execute();
      for (const { center_id, donors } of rows)
        if (center_id) found.push({ centerId: center_id, donors: Number(donors) });
    });
  return found;
}
