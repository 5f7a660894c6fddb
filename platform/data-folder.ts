import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError } from './errors.ts';

/** In DATA_DIR while a backup is put there (backup/restore.ts). */
export const unfinishedRestore = '.restoring';

/** What the site writes at the top of DATA_DIR. Everything below these folders is closed with them. */
const SITE_ENTRIES =
  /^(blood-buddies\.db(-wal|-shm|-journal)?|server\.lock(-journal)?|secret\.key(\.draft)?|images|outbox|\.restoring)$/;

/** Gives every file that this process will create to its own user alone. Call it once, first thing in a process. */
export function restrictNewFiles(): void {
  process.umask(0o077);
}

/**
 * Creates DATA_DIR and the named folders in it, and closes what is there to other users of the machine.
 * @returns what other users can still read because this user does not own it
 * @throws SetupError when one of them cannot be made or written, or when a restore has broken off there
 */
export function openDataFolder(dataDir: string, names: readonly string[] = []): { exposed: string[] } {
  if (existsSync(join(dataDir, unfinishedRestore)))
    throw new SetupError(
      `DATA_DIR ${dataDir}: restoring a backup there has not ended. Run \`npm run operate -- restore\` again, to its end.`,
    );
  try {
    for (const folder of [dataDir, ...names.map((name) => join(dataDir, name))]) {
      makeFolder(folder);
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    }
    return { exposed: closeToOthers(dataDir) };
  } catch (cause) {
    throw unusable(dataDir, cause);
  }
}

/** Changes DATA_DIR itself only if it holds nothing but the site: it may be a folder that others use too. */
function closeToOthers(dataDir: string): string[] {
  // Windows has no such modes: files there inherit who may read them from their folder.
  if (process.platform === 'win32') return [];
  const names = readdirSync(dataDir);
  const site = names.filter((name) => SITE_ENTRIES.test(name));
  const paths = [
    ...site.map((name) => join(dataDir, name)),
    ...(site.length === names.length ? [dataDir] : []),
  ];
  return paths.filter((path) => !closePath(path));
}

function closePath(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || isClosed(stats)) return true;
    chmodSync(path, stats.mode & 0o700);
    return isClosed(statSync(path));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Another process may have just removed SQLite's own files; a mounted folder may belong to somebody else.
    if (code === 'ENOENT') return true;
    if (['EPERM', 'EROFS', 'ENOTSUP'].includes(code)) return false;
    throw error;
  }
}

const isClosed = ({ mode }: Stats): boolean => (mode & 0o077) === 0;

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
