import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isCorruption } from '../disk-errors.ts';
import { SetupError } from '../errors.ts';
import { databaseFile, keyFile, toUnusableFileError } from '../files/data-folder.ts';

/**
 * Prevents an empty site from starting beside the files of an existing one, for example after only a part of
 * DATA_DIR was copied.
 * @throws SetupError when DATA_DIR contains a key, pictures or messages, but no database with tables
 */
export function assertDatabaseNotLost(dataDir: string): void {
  if (hasTables(join(dataDir, databaseFile))) return;
  const found = existsSync(join(dataDir, keyFile))
    ? keyFile
    : ['images', 'outbox'].find((folder) => hasFiles(join(dataDir, folder)));
  if (found === undefined) return;
  throw new SetupError(
    `DATA_DIR ${dataDir} contains files of a site (${found}), but its database ${databaseFile} is missing or empty. Put the database back together with its -wal file, or restore a backup into an empty folder. If the site uses PostgreSQL, set DATABASE_URL. For a new site, choose another DATA_DIR.`,
  );
}

function hasTables(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    using db = new DatabaseSync(file, { timeout: 5000 });
    return db.prepare('select 1 from sqlite_master').get() !== undefined;
  } catch (error) {
    if (isCorruption(error)) return true;
    throw toUnusableFileError(file, error);
  }
}

const hasFiles = (folder: string): boolean =>
  existsSync(folder) &&
  readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile());
