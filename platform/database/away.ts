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

/** For whoever asked: 503, and when to come back. */
export const asAnswer = (error: Error): Error =>
  error instanceof DatabaseAway || tookTooLong(error)
    ? new AppError('unavailable', { retryAfter: 2, cause: error })
    : error;
