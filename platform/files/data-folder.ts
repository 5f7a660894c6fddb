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
import { damagedFileError, diskFullError, isCorruption, isDiskFull } from '../disk-errors.ts';
import { SetupError } from '../errors.ts';

/** The embedded database in DATA_DIR. */
export const databaseFile = 'blood-buddies.db';
/** The master key in DATA_DIR. */
export const keyFile = 'secret.key';

/** Folder in DATA_DIR during a restore (backup/restore.ts). */
export const UNFINISHED_RESTORE = '.restoring';

/**
 * Creates DATA_DIR and the named folders in it, and makes the site's files private to this user.
 * @returns paths that other users can still read because this user does not own them
 * @throws SetupError when a folder cannot be created or written, or when a restore was interrupted
 */
export function openDataFolder(dataDir: string, names: readonly string[] = []): { exposed: string[] } {
  if (existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new SetupError(
      `DATA_DIR ${dataDir}: a restore was interrupted. Run \`npm run cli -- restore\` again.`,
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

/** File in DATA_DIR after the migration to PostgreSQL. Its only line names the target. */
export const MIGRATED_MARK = 'moved-to-postgresql';
/** File in DATA_DIR from a restore until the next start. It contains the time of the backup. */
export const RESTORED_MARK = 'restored-from-backup';

/**
 * File in DATA_DIR with the ids of deleted accounts. A restore keeps the file, so that the accounts are
 * deleted again.
 */
export const ERASED_ACCOUNTS = 'erased-accounts';

/** @throws SetupError when the site of this folder was migrated to PostgreSQL */
export function assertNotMigrated(dataDir: string): void {
  const to = readMark(dataDir, MIGRATED_MARK);
  if (to !== undefined)
    throw new SetupError(
      `The site of DATA_DIR ${dataDir} was migrated to ${to}. Set DATABASE_URL to start it there. If the migration was a mistake, delete ${join(dataDir, MIGRATED_MARK)}.`,
    );
}

/** Returns the line in a mark file, or undefined. */
export function readMark(dataDir: string, name: string): string | undefined {
  const file = join(dataDir, name);
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

export const removeMark = (dataDir: string, name: string): void =>
  rmSync(join(dataDir, name), { force: true });

/** Converts a file system error to a one-line SetupError. */
export function toUnusableFolderError(dataDir: string, cause: unknown): SetupError {
  if (isDiskFull(cause)) return diskFullError(cause);
  const { message } = cause as Error;
  return new SetupError(
    `DATA_DIR ${dataDir} cannot be used: ${message}. Choose a folder that this user can write to.`,
    { cause },
  );
}

/** Converts SQLite's error about a file in DATA_DIR to a one-line SetupError. */
export function toUnusableFileError(file: string, cause: unknown): SetupError {
  if (isDiskFull(cause)) return diskFullError(cause);
  if (isCorruption(cause)) return damagedFileError(cause);
  const { message } = cause as Error;
  return new SetupError(
    `${file} cannot be opened: ${message}. Make sure that it is a file that this user can read and write.`,
    { cause },
  );
}

/** Creates parent folders one by one, because Node's recursive mkdir never returns below /proc. */
function makeFolder(folder: string): void {
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const exists = (error as { code?: string }).code === 'EEXIST' && statSync(folder).isDirectory();
    if (!exists) throw error;
  }
}

/** Files and folders that the site creates in DATA_DIR. If a folder is private, so is its content. */
const SITE_ENTRIES =
  /^(blood-buddies\.db(-wal|-shm|-journal)?|server\.lock(-journal)?|secret\.key(\.draft)?|images|outbox|erased-accounts|moved-to-postgresql|restored-from-backup|\.restoring)$/;

/** Makes all files that this process creates private to its user. Call it first in a process. */
export function restrictNewFiles(): void {
  process.umask(0o077);
}

/**
 * Makes the site's files in DATA_DIR private to this user. Changes DATA_DIR itself only if it contains no
 * other files, because it may be a shared folder.
 * @returns paths that stay readable because this user does not own them
 */
function makePrivate(dataDir: string): string[] {
  // Windows has no file modes, and files inherit the permissions of their folder.
  if (process.platform === 'win32') return [];
  const names = readdirSync(dataDir);
  const site = names.filter((name) => SITE_ENTRIES.test(name));
  const paths = [
    ...site.map((name) => join(dataDir, name)),
    ...(site.length === names.length ? [dataDir] : []),
  ];
  return paths.filter((path) => !restrictAccess(path));
}

function restrictAccess(path: string): boolean {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || isPrivate(stats)) return true;
    chmodSync(path, stats.mode & 0o700);
    return isPrivate(statSync(path));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    // Another process may have just removed SQLite's temporary files, and a mounted folder may belong to
    // another user.
    if (code === 'ENOENT') return true;
    if (['EPERM', 'EROFS', 'ENOTSUP'].includes(code)) return false;
    throw error;
  }
}

const isPrivate = ({ mode }: Stats): boolean => (mode & 0o077) === 0;
