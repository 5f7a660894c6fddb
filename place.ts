import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readMark, restoredMark } from '#platform/data-folder.ts';
import type { Database } from '#platform/database/open.ts';
import { databaseFile } from '#platform/database/sqlite-snapshot.ts';
import type { Place } from '#server/features/payments/site.ts';
import { readPostgresName } from '#server/features/payments/site-repository.ts';

type Given = { url: string | undefined; dataDir: string; database: Database };

/**
 * Where the data lies: the folder's path and the database file's inode number, or the name and object id of the PostgreSQL
 * database. Both change in a copy; an image of the whole disk or server has the same.
 */
export async function findPlace({ url, dataDir, database }: Given): Promise<Place> {
  if (!url) {
    const folder = realpathSync(dataDir);
    const { ino } = statSync(join(folder, databaseFile), { bigint: true });
    return { kind: 'folder', value: `${folder} ${ino}`, restoredFrom: readMark(dataDir, restoredMark) };
  }
  return { kind: 'postgresql', value: await readPostgresName(database) };
}
