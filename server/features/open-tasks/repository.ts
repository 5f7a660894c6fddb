import type { Day } from '#contract/days.ts';
import { forEachBatch } from '#platform/database/in-batches.ts';
import { countRows } from '#platform/database/rows.ts';
import type { Db } from '#server/db/tables.ts';

/** Returns the number of donors who are booked at these centers on the given day of each. */
export async function countExpected(db: Db, centers: readonly { id: string; day: Day }[]): Promise<number> {
  let count = 0;
  for (const [day, ofDay] of Map.groupBy(centers, (center) => center.day))
    await forEachBatch(ofDay, async (batch) => {
      const ids = batch.map(({ id }) => id);
      count += await countRows(
        db
          .selectFrom('appointments')
          .where('center_id', 'in', ids)
          .where('day', '=', day)
          .where('status', '=', 'booked')
          .where('name', '!=', ''),
      );
    });
  return count;
}
