import { newId } from '#platform/ids.ts';
import type { Db } from '#server/schema/tables.ts';
import { readSetting, storeOnce, writeSetting } from './site-repository.ts';

/** Where the data of a site lies, such that a copy of it lies elsewhere. */
export type Place = {
  kind: 'folder' | 'postgresql';
  value: string;
  /** When the backup was made that has been restored there and not started since. */
  restoredFrom?: string | undefined;
};

/**
 * Returns the id of the site, created at its first start. A copy has the same id: refunds are held when the data has been
 * restored, or lies in another place than at the last start.
 */
export async function identifySite(db: Db, place: Place): Promise<{ id: string }> {
  const id = await storeOnce(db, 'id', newId());
  const before = await storeOnce(db, `place:${place.kind}`, place.value);
  if (place.restoredFrom) await holdRefunds(db, `restored from the backup of ${place.restoredFrom}`);
  else if (before !== place.value) await holdRefunds(db, 'the data was copied or moved from another place');
  if (before !== place.value) await writeSetting(db, `place:${place.kind}`, place.value);
  return { id };
}

/** Until the operator releases them, nothing is refunded or given up by itself. */
export const holdRefunds = (db: Db, reason: string): Promise<void> =>
  writeSetting(db, 'refunds-held', reason);

/** Why refunds are held; nothing when they are not. */
export const findHold = (db: Db): Promise<string | undefined> => readSetting(db, 'refunds-held');
