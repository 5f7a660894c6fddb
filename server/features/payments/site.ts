import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFile } from '#platform/database/sqlite-snapshot.ts';
import { RESTORED_MARK, readMark, removeMark } from '#platform/files/data-folder.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Db } from '#server/db/tables.ts';
import { readPostgresName, readSetting, storeOnce, writeSetting } from './site-repository.ts';

/** Where the data of a site lies, such that a copy of it lies elsewhere. */
export type SiteEnvironment = {
  kind: 'folder' | 'postgresql';
  value: string;
  /** When the backup was made that has been restored there and not started since. */
  restoredFrom?: string | undefined;
};

type Given = { url: string | undefined; dataDir: string; db: Db };

/** The id of this site, and why its refunds are held, if they are. */
export async function openSiteEnvironment({ log, ...given }: Given & { log: Log }) {
  const { id: siteId } = await identifySite(given.db, await findPlace(given));
  if (!given.url) removeMark(given.dataDir, RESTORED_MARK);
  const held = await findHold(given.db);
  if (held) log.error({ reason: held }, 'refunds are held: npm run cli -- payments');
  return { siteId, held };
}

/**
 * Where the data lies: the folder's path and the database file's inode number, or the name and object id of the PostgreSQL
 * database. Both change in a copy; an image of the whole disk or server has the same.
 */
async function findPlace({ url, dataDir, db }: Given): Promise<SiteEnvironment> {
  if (url) return { kind: 'postgresql', value: await readPostgresName(db) };
  const folder = realpathSync(dataDir);
  const { ino } = statSync(join(folder, databaseFile), { bigint: true });
  return { kind: 'folder', value: `${folder} ${ino}`, restoredFrom: readMark(dataDir, RESTORED_MARK) };
}

/**
 * Returns the id of the site, created at its first start. A copy has the same id: refunds are held when the data has been
 * restored, or lies in another place than at the last start.
 */
export async function identifySite(db: Db, place: SiteEnvironment): Promise<{ id: string }> {
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
