import { AppError, SetupError } from '../errors.ts';

/** The database cannot be reached or the connection broke: whether a write was committed is unknown. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  constructor(cause: unknown) {
    super('The database is unavailable.', { cause });
  }
}

/** The SQLite file is damaged; nothing more is written to it. */
export class DatabaseCorruptError extends Error {
  override readonly name = 'DatabaseCorruptError';

  constructor(damage: string) {
    super(`The database file is damaged: ${damage}`);
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const corruptionCodes = [11, 26];
export const isCorruption = (error: unknown): boolean => corruptionCodes.includes(primaryCode(error));

const primaryCode = (error: unknown): number =>
  ((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff;

/** System errors: no connection, or a broken one. */
const networkErrors =
  /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;
/**
 * PostgreSQL: connection exceptions, shutdown, crash, startup, too many connections, idle transaction
 * terminated.
 */
const serverErrors = /^(08...|57P0[1-5]|53300|25P0[34])$/;
/** Messages of the driver for errors without a code. */
const driverErrors =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered))/;

/** Converts a driver's connection error to a DatabaseUnavailableError; returns any other error unchanged. */
export function toUnavailableError(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isUnavailableError =
    networkErrors.test(code) || serverErrors.test(code) || driverErrors.test(message);
  return isUnavailableError ? new DatabaseUnavailableError(error) : error;
}

/** PostgreSQL: lock timeout, statement timeout. The statement has had no effect. */
const isStatementTimeout = (error: Error & { code?: string }): boolean =>
  ['55P03', '57014'].includes(error.code ?? '');

/** SQLite's primary codes for a full, read-only or broken disk. The statement has had no effect. */
const sqliteDiskErrors = { readOnly: 8, io: 10, diskFull: 13, cannotOpen: 14 };
/** Codes of a full disk: the system's, and PostgreSQL's. */
const fullDiskCodes = ['ENOSPC', 'EDQUOT', '53100'];
export const isDiskFull = (error: unknown): boolean =>
  primaryCode(error) === sqliteDiskErrors.diskFull ||
  fullDiskCodes.includes(String((error as { code?: unknown } | undefined)?.code));

export const repairSteps =
  'The site is read-only until it is repaired. Stop the site, then run `npm run cli -- repair`. If that fails, restore a backup: docs/operating.md, "A damaged database file".';

export const damagedFileError = (cause: unknown): SetupError =>
  new SetupError(`The database file is damaged. ${repairSteps}`, { cause });

export const diskFullError = (cause: unknown): SetupError =>
  new SetupError(`The disk is full (${(cause as Error).message}). Free some space, then try again.`, {
    cause,
  });

/**
 * Converts a damaged database file and a full disk to one line for the operator; returns any other error
 * unchanged.
 */
export function toSetupError(error: unknown): unknown {
  if (error instanceof SetupError) return error;
  if (isCorruption(error)) return damagedFileError(error);
  return isDiskFull(error) ? diskFullError(error) : error;
}

/** PostgreSQL's codes for the same. */
const postgresDiskErrors = ['53100', '58030'];

function isDiskError(error: Error & { code?: string; errcode?: number }): boolean {
  return (
    Object.values(sqliteDiskErrors).includes(primaryCode(error)) ||
    postgresDiskErrors.includes(error.code ?? '')
  );
}

/**
 * Returns the code of a failed disk that an error or one of its causes has; undefined for any other error.
 */
export function diskErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (isDiskError(error)) return String(errcode ?? code);
  return isDiskFull(error) ? String(code) : diskErrorCode(error.cause);
}

/** Another process has locked the file. The statement has had no effect. */
const SQLITE_BUSY = 5;
export const isLocked = (error: unknown): boolean => primaryCode(error) === SQLITE_BUSY;

/** Returns whether the same statement may succeed soon: no connection, or the file is locked. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || isLocked(error);

/** Converts a database failure to a 503 with Retry-After; returns any other error unchanged. */
export function toHttpError(error: Error): Error {
  if (isUnavailable(error) || isStatementTimeout(error))
    return new AppError('unavailable', { retryAfter: 2, cause: error });
  if (error instanceof DatabaseCorruptError || isCorruption(error))
    return new AppError('unavailable', { message: damagedMessage, retryAfter: 600, cause: error });
  if (isDiskError(error))
    return new AppError('unavailable', { message: diskMessage, retryAfter: 30, cause: error });
  return error;
}

const damagedMessage = "We can't save anything right now because our storage is damaged. Try again later.";
const diskMessage = "We couldn't save this because our storage is not working right now. Try again later.";
