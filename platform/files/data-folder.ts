import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { SetupError } from '../errors.ts';

/** In DATA_DIR while a backup is put there (backup/restore.ts). */
export const UNFINISHED_RESTORE = '.restoring';

/**
 * Creates DATA_DIR and the named folders in it, and closes what is there to other users of the machine.
 * @returns what other users can still read because this user does not own it
 * @throws SetupError when one of them cannot be made or written, or when a restore has broken off there
 */
export function openDataFolder(dataDir: string, names: readonly string[] = []): { exposed: string[] } {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new SetupError(
      `DATA_DIR ${dataDir}: restoring a backup there has not ended. Run \`npm run cli -- restore\` again, to its end.`,
    );
  try {
    for (const folder of [dataDir, ...names.map((name) => join(dataDir, name))]) {
      makeFolder(folder);
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    }
    return { exposed: makePrivate(dataDir) };
  } catch (cause) {
    throw toUnusableFolderError(dataDir, cause);
  }
}

/** In DATA_DIR once its site was moved to PostgreSQL: one line that says where to. */
export const MIGRATED_MARK = 'moved-to-postgresql';
/** In DATA_DIR after a restore, until the site has started: when the backup was made. */
export const RESTORED_MARK = 'restored-from-backup';

/** @throws SetupError when the site of this folder was moved to PostgreSQL */
export function assertNotMigrated(dataDir: string): void {
  const to = readMark(dataDir, MIGRATED_MARK);
  if (to !== undefined)
    throw new SetupError(
      `The site of DATA_DIR ${dataDir} was moved to ${to}. Set DATABASE_URL to start it there. Only if that move was a mistake, delete ${join(dataDir, MIGRATED_MARK)}.`,
    );
}

/** The line in a mark, if it is there. */
export function readMark(dataDir: string, name: string): string | undefined {
  const file = join(dataDir, name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

export const removeMark = (dataDir: string, name: string): void =>
  rmSync(join(dataDir, name), { force: true });

/** One line for whatever the file system says of DATA_DIR. */
export function toUnusableFolderError(dataDir: string, cause: unknown): SetupError {
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

/** What the site writes at the top of DATA_DIR. Everything below these folders is closed with them. */
const SITE_ENTRIES =
  /^(blood-buddies\.db(-wal|-shm|-journal)?|server\.lock(-journal)?|secret\.key(\.draft)?|images|outbox|moved-to-postgresql|restored-from-backup|\.restoring)$/;

/** Gives every file that this process will create to its own user alone. Call it once, first thing in a process. */
export function restrictNewFiles(): void {
  process.umask(0o077);
}

/**
 * Closes what the site has in DATA_DIR to other users of the machine. Changes DATA_DIR itself only if it holds nothing
 * but the site: it may be a folder that others use too.
 * @returns what stays readable because this user does not own it
 */
function makePrivate(dataDir: string): string[] {
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
