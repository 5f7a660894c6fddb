import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError } from './errors.ts';

/** In DATA_DIR while a backup is put there (backup/restore.ts). */
export const unfinishedRestore = '.restoring';

/**
 * Makes the folder that keeps everything, and those below it by name, for this user alone.
 * @throws SetupError when one of them cannot be made or written, or when a restore has broken off there
 */
export function openDataFolder(dataDir: string, names: readonly string[] = []): void {
  if (existsSync(join(dataDir, unfinishedRestore)))
    throw new SetupError(
      `DATA_DIR ${dataDir}: restoring a backup there has not ended. Run \`npm run operate -- restore\` again, to its end.`,
    );
  try {
    for (const folder of [dataDir, ...names.map((name) => join(dataDir, name))]) {
      makeFolder(folder);
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    }
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}

/** One line for whatever the file system says of DATA_DIR. */
export function unusable(dataDir: string, cause: unknown): SetupError {
  const { message } = cause as Error;
  return new SetupError(
    `DATA_DIR ${dataDir} cannot be used: ${message}. Name a folder that this user can write.`,
    { cause },
  );
}

/** Step by step: below a folder that takes none (/proc) Node's own recursive way never returns. */
function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const isThere = (error as { code?: string }).code === 'EEXIST' && statSync(folder).isDirectory();
    if (!isThere) throw error;
  }
}
