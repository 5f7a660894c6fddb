import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetupError } from '../errors.ts';
import { toUnusableFileError } from '../files/data-folder.ts';
import { isLocked } from './unavailable.ts';

const lockFile = (dataDir: string): string => join(dataDir, 'server.lock');

/**
 * Ensures that this is the only server on `dataDir`. SQLite takes a file lock of the operating system, which
 * is released however the process ends. A PID file would remain after a crash.
 * @throws SetupError with `lockedMessage` when another server holds the lock, or when the file cannot be used
 */
export function lockDataDir(
  dataDir: string,
  lockedMessage = `Another server already uses DATA_DIR ${dataDir}. Stop it, or set another DATA_DIR.`,
): { release(): void } {
  const file = lockFile(dataDir);
  let db: DatabaseSync | undefined;
  try {
    const lock = new DatabaseSync(file);
    db = lock;
    lock.exec('begin exclusive');
    return { release: () => lock.close() };
  } catch (cause) {
    db?.close();
    throw isLocked(cause) ? new SetupError(lockedMessage, { cause }) : toUnusableFileError(file, cause);
  }
}

/** Returns whether a server holds the lock. Creates no file, and waits for nobody. */
export function isDataDirLocked(dataDir: string): boolean {
  const file = lockFile(dataDir);
  if (!existsSync(file)) return false;
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.prepare('select count(*) from sqlite_master').get();
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    throw error;
  } finally {
    db.close();
  }
}
