import { AppError } from '../errors.ts';

/** The database cannot be reached, or broke off in the middle: whether a write was done is not known. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';

  constructor(cause: unknown) {
    super('The database is away.', { cause });
  }
}

/** Of the system: no line, or one that broke. */
const ofTheLine = /^(E(CONN(REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/;
/** Of the server: connection exceptions, shutting down, crashed, starting, no connection left. */
const ofTheServer = /^(08...|57P0[1-5]|53300)$/;
/** Of the driver, which gives these no code. */
const ofTheDriver =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered))/;

/** What a driver threw, as DatabaseAway where it says that; anything else as it is. */
export function toldAway(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  const away = ofTheLine.test(code) || ofTheServer.test(code) || ofTheDriver.test(message);
  return away ? new DatabaseAway(error) : error;
}

/** A statement that the server ended, undone: it waited too long for a row, or took too long. */
const tookTooLong = (error: Error & { code?: string }): boolean =>
  ['55P03', '57014'].includes(error.code ?? '');

/** SQLite's primary codes for a disk that is full, read-only or broken: nothing of the statement is there. */
const ofSqlitesDisk = { readOnly: 8, io: 10, full: 13, cannotOpen: 14 };
/** PostgreSQL's words for the same. */
const ofPostgresDisk = ['53100', '58030'];

function takesNothing(error: Error & { code?: string; errcode?: number }): boolean {
  const primary = (error.errcode ?? 0) & 0xff;
  return Object.values(ofSqlitesDisk).includes(primary) || ofPostgresDisk.includes(error.code ?? '');
}

/** SQLite's primary code for a file that another process has locked; nothing of the statement is done. */
const SQLITE_BUSY = 5;
const isLocked = (error: Error & { errcode?: number }): boolean =>
  ((error.errcode ?? 0) & 0xff) === SQLITE_BUSY;

/** The same statement may succeed soon: no connection, or another process has locked the file. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseAway || (error instanceof Error && isLocked(error));

/** For whoever asked: 503, and when to come back. */
export function asAnswer(error: Error): Error {
  if (isUnavailable(error) || tookTooLong(error))
    return new AppError('unavailable', { retryAfter: 2, cause: error });
  if (takesNothing(error))
    return new AppError('unavailable', { message: full, retryAfter: 30, cause: error });
  return error;
}

const full = 'This could not be saved: our storage takes nothing right now. Please try again later.';
