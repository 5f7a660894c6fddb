import { centerKey } from '#contract/center-key.ts';
import type { Db } from '#server/db/tables.ts';
import * as repository from './repository.ts';

/** Number of rows that one run fills in. */
const KEYS_PER_RUN = 500;

/** Fills in the keys of appointments by the version before them. Returns how many it has filled in. */
export async function fillCenterKeys(db: Db): Promise<number> {
  const rows = await repository.listWithoutCenterKey(db, KEYS_PER_RUN);
  for (const [key, group] of Map.groupBy(rows, ({ center }) => centerKey(center)))
    await repository.setCenterKey(
      db,
      group.map(({ id }) => id),
      key,
    );
  return rows.length;
}
