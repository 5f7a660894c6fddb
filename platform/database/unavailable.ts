import { isCorruption, isDiskError, primaryCode } from '../disk-errors.ts';
import { AppError } from '../errors.ts';

/** The database cannot be reached or the connection broke, so it is unknown whether a write was committed. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  constructor(cause: unknown) {
    super('The database is unavailable.', { cause });
  }
}

/** The SQLite file is damaged, so all further writes fail. */
export class DatabaseCorruptError extends Error {
  override readonly name = 'DatabaseCorruptError';

  constructor(damage: string) {
    super(`The database file is damaged: ${damage}`);
  }
}

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

/** Converts a driver's connection error to a DatabaseUnavailableError. Returns any other error unchanged. */
export function toUnavailableError(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const isUnavailableError =
    networkErrors.test(code) || serverErrors.test(code) || driverErrors.test(message);
  return isUnavailableError ? new DatabaseUnavailableError(error) : error;
}

/**
 * Returns whether PostgreSQL's lock timeout or statement timeout ended the statement, which then had no
 * effect.
 */
const isStatementTimeout = (error: Error & { code?: string }): boolean =>
  ['55P03', '57014'].includes(error.code ?? '');

/** Another process has locked the file. The statement has had no effect. */
const SQLITE_BUSY = 5;
export const isLocked = (error: unknown): boolean => primaryCode(error) === SQLITE_BUSY;

/**
 * Returns whether the same statement may succeed soon, because there was no connection or the file was
 * locked.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || isLocked(error);

/** Converts a database failure to a 503 with Retry-After. Returns any other error unchanged. */
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
