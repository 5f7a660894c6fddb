import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetupError } from '../errors.ts';
import { toUnusableFolderError } from '../files/data-folder.ts';
import { isLocked } from './unavailable.ts';

/**
 * Makes this the only server on `dataDir`. The lock is the operating system's, taken through SQLite: it ends with the
 * process however that ends, which a file with a process number in it does not.
 * @throws SetupError when another server holds it (which says `held`), or the file cannot be used
 */
export function lockDataDir(
  dataDir: string,
  held = `Another server already runs on DATA_DIR ${dataDir}. Stop it, or set another DATA_DIR.`,
): { release(): void } {
  let db: DatabaseSync | undefined;
  try {
    const lock = new DatabaseSync(join(dataDir, 'server.lock'));
    db = lock;
    lock.exec('begin exclusive');
    return { release: () => lock.close() };
  } catch (cause) {
    db?.close();
    throw isLocked(cause) ? new SetupError(held, { cause }) : toUnusableFolderError(dataDir, cause);
  }
}
