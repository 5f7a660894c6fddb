import { SetupError } from './errors.ts';

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const corruptionCodes = [11, 26];
export const isCorruption = (error: unknown): boolean => corruptionCodes.includes(primaryCode(error));

export const primaryCode = (error: unknown): number =>
  ((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff;

/** SQLite's primary codes for a full, read-only or broken disk. The statement has had no effect. */
const sqliteDiskErrors = { readOnly: 8, io: 10, diskFull: 13, cannotOpen: 14 };
/** Codes of a full disk: the system's, and PostgreSQL's. */
const fullDiskCodes = ['ENOSPC', 'EDQUOT', '53100'];
export const isDiskFull = (error: unknown): boolean =>
  primaryCode(error) === sqliteDiskErrors.diskFull ||
  fullDiskCodes.includes(String((error as { code?: unknown } | undefined)?.code));

export const repairSteps =
  'The site is read-only until it is repaired. Stop the site, then run `npm run cli -- repair`. If that fails, restore a backup: docs/operating.md, "Damaged database file".';

export const damagedFileError = (cause: unknown): SetupError =>
  new SetupError(`The database file is damaged. ${repairSteps}`, { cause });

export const diskFullError = (cause: unknown): SetupError =>
  new SetupError(`The disk is full (${(cause as Error).message}). Free some space, then try again.`, {
    cause,
  });

/** Codes of a file that belongs to another user, or is on a read-only disk. */
const forbiddenCodes = ['EACCES', 'EPERM', 'EROFS'];

/**
 * Converts a damaged database file, a full disk and a file that this user may not use to one line for the
 * operator. Returns any other error unchanged.
 */
export function toSetupError(error: unknown): unknown {
  if (error instanceof SetupError) return error;
  if (isCorruption(error)) return damagedFileError(error);
  if (isDiskFull(error)) return diskFullError(error);
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  const isForbidden = path !== undefined && forbiddenCodes.includes(code);
  const isReadOnly = primaryCode(error) === sqliteDiskErrors.readOnly;
  if (!isForbidden && !isReadOnly) return error;
  return new SetupError(
    `This user may not write ${path ?? 'the database file'} (${(error as Error).message}). Give it to the user of the site with chown, or mount its disk for writing.`,
    { cause: error },
  );
}

/** PostgreSQL's disk_full and io_error. */
const postgresDiskErrors = ['53100', '58030'];

export function isDiskError(error: Error & { code?: string; errcode?: number }): boolean {
  return (
    Object.values(sqliteDiskErrors).includes(primaryCode(error)) ||
    postgresDiskErrors.includes(error.code ?? '')
  );
}

/** Returns the code of the disk failure that this error or one of its causes reports, otherwise undefined. */
export function diskErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (isDiskError(error)) return String(errcode ?? code);
  return isDiskFull(error) ? String(code) : diskErrorCode(error.cause);
}
