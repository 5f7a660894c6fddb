import { AppError } from '../errors.ts';

/** The database cannot be reached, or broke off in the middle: whether a write was done is not known. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseAway';

  constructor(cause: unknown) {
    super('The database is away.', { cause });
  }
}

/** The SQLite file is damaged; nothing is written to it any more. */
export class DatabaseCorruptError extends Error {
  override readonly name = 'DatabaseDamagedError';

  constructor(damage: string) {
    super(`The database file is damaged: ${damage}`);
  }
}

/** SQLite's primary codes for a malformed file, and for one that is no database. */
const sqliteDamage = [11, 26];
export const isCorruption = (error: unknown): boolean => sqliteDamage.includes(primaryCode(error));

const primaryCode = (error: unknown): number =>
  ((error as { errcode?: number } | undefined)?.errcode ?? 0) & 0xff;

/** Of the system: no line, or one that broke. */
const ofTheLine = /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;
/** Of the server: connection exceptions, shutting down, crashed, starting, no connection left, a transaction idle for too long. */
const ofTheServer = /^(08...|57P0[1-5]|53300|25P0[34])$/;
/** Of the driver, which gives these no code. */
const ofTheDriver =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered))/;

/** What a driver threw, as DatabaseAway where it says that; anything else as it is. */
export function toUnavailableError(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const away = ofTheLine.test(code) || ofTheServer.test(code) || ofTheDriver.test(message);
  return away ? new DatabaseUnavailableError(error) : error;
}

/** A statement that the server ended, undone: it waited too long for a row, or took too long. */
const tookTooLong = (error: Error & { code?: string }): boolean =>
  ['55P03', '57014'].includes(error.code ?? '');

/** SQLite's primary codes for a disk that is full, read-only or broken: nothing of the statement is there. */
const ofSqlitesDisk = { readOnly: 8, io: 10, full: 13, cannotOpen: 14 };
/** PostgreSQL's words for the same. */
const ofPostgresDisk = ['53100', '58030'];

function takesNothing(error: Error & { code?: string; errcode?: number }): boolean {
  return (
    Object.values(ofSqlitesDisk).includes(primaryCode(error)) || ofPostgresDisk.includes(error.code ?? '')
  );
}

/** SQLite's primary code for a file that another process has locked; nothing of the statement is done. */
const SQLITE_BUSY = 5;
export const isLocked = (error: unknown): boolean => primaryCode(error) === SQLITE_BUSY;

/** The same statement may succeed soon: no connection, or another process has locked the file. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || isLocked(error);

/** For whoever asked: 503, and when to come back. */
export function toHttpError(error: Error): Error {
  if (isUnavailable(error) || tookTooLong(error))
    return new AppError('unavailable', { retryAfter: 2, cause: error });
  if (error instanceof DatabaseCorruptError || isCorruption(error))
    return new AppError('unavailable', { message: damaged, retryAfter: 600, cause: error });
  if (takesNothing(error))
    return new AppError('unavailable', { message: full, retryAfter: 30, cause: error });
  return error;
}

const damaged =
  'Nothing can be saved right now: our storage is damaged and is being repaired. Please try again later.';
const full = 'This could not be saved: our storage takes nothing right now. Please try again later.';
