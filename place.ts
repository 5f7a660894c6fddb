import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readMark, removeMark, restoredMark } from '#platform/data-folder.ts';
import type { Database } from '#platform/database/open.ts';
import { databaseFile } from '#platform/database/sqlite-snapshot.ts';
import type { Log } from '#platform/logs.ts';
import { findHold, identifySite, type Place } from '#server/features/payments/site.ts';
import { readPostgresName } from '#server/features/payments/site-repository.ts';
import type { Tables } from '#server/schema/tables.ts';

type Given = { url: string | undefined; dataDir: string; database: Database };

/**
 * Where the data lies: the folder's path and the database file's inode number, or the name and object id of the PostgreSQL
 * database. Both change in a copy; an image of the whole disk or server has the same.
 */
async function findPlace({ url, dataDir, database }: Given): Promise<Place> {
  if (!url) {
    const folder = realpathSync(dataDir);
    const { ino } = statSync(join(folder, databaseFile), { bigint: true });
    return { kind: 'folder', value: `${folder} ${ino}`, restoredFrom: readMark(dataDir, restoredMark) };
  }
  return { kind: 'postgresql', value: await readPostgresName(database) };
}

/** The id of this site, and why its refunds are held, if they are. */
export async function openSiteIdentity({ log, ...given }: Given & { log: Log }) {
  const db = given.database.withTables<Tables>();
  const { id: siteId } = await identifySite(db, await findPlace(given));
  if (!given.url) removeMark(given.dataDir, restoredMark);
  const held = await findHold(db);
  if (held) log.error({ reason: held }, 'refunds are held: npm run operate -- payments');
  return { siteId, held };
}
