import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { unusable } from '../data-folder.ts';
import { SetupError } from '../errors.ts';

/** SQLite's code for what another process holds. */
const BUSY = 5;

/**
 * Makes this the only server on `dataDir`. The lock is the operating system's, taken through SQLite: it ends with the
 * process however that ends, which a file with a process number in it does not.
 * @throws SetupError when another server holds it (which says `held`), or the file cannot be used
 */
export function lockDataDir(
  dataDir: string,
  held = `Another server already runs on DATA_DIR ${dataDir}. Stop it, or set another DATA_DIR.`,
): { release(): void } {
  const db = openFile(dataDir);
  try {
    db.exec('begin exclusive');
  } catch (cause) {
    db.close();
    if ((cause as { errcode?: number }).errcode !== BUSY) throw unusable(dataDir, cause);
    throw new SetupError(held, { cause });
  }
  return { release: () => db.close() };
}

function openFile(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, 'server.lock'));
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}
