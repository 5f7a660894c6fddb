import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SetupError } from '../errors.ts';

/**
 * Makes this the only server on `dataDir`. The lock is the operating system's, taken through SQLite: it ends with the
 * process however that ends, which a file with a process number in it does not.
 * @throws SetupError when another server holds it
 */
export function lockDataDir(dataDir: string): { release(): void } {
  const db = new DatabaseSync(join(dataDir, 'server.lock'));
  try {
    db.exec('begin exclusive');
  } catch (cause) {
    db.close();
    throw new SetupError(
      `Another server already runs on DATA_DIR ${dataDir}. Stop it, or set another DATA_DIR.`,
      {
        cause,
      },
    );
  }
  return { release: () => db.close() };
}
