// Executes writes on one connection. Waiting requests share one commit. Each has its own savepoint and gets
// its response only after the commit, so that an acknowledged write survives a power failure.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { createStatementRunner, type StatementResult } from './sqlite-statement.ts';
import { isLocked } from './unavailable.ts';

export type WriterRequest = { id: number } & (
  | { kind: 'open' | 'close' }
  | { kind: 'busy-timeout'; ms: number }
  | ({ kind: 'run'; transaction?: number | undefined } & Statement)
  | { kind: 'begin' | 'commit' | 'rollback'; transaction: number }
);
type Statement = { sql: string; values: SQLInputValue[] };
/** `errcode`: SQLite's error code, which postMessage drops from errors. */
export type WriterResponse = { id: number; result?: StatementResult; error?: Error; errcode?: number };

const MAX_PER_COMMIT = 512;
/** How long closing waits for readers. */
const MAX_CLOSE_WAIT_MS = 5000;

/** Creates the writer. Pass it the requests with `push` as they arrive. */
export function createWriter({
  db,
  idleMs,
  post,
  receive,
}: {
  db: DatabaseSync;
  /** A transaction is rolled back after this time without a statement. */
  idleMs: number;
  /** Sends responses to the client. */
  post: (responses: WriterResponse[]) => void;
  /** Returns requests that have arrived since the last `push`, without waiting. */
  receive?: () => WriterRequest[] | undefined;
}) {
  const run = createStatementRunner(db);
  const queue: WriterRequest[] = [];
  /** Responses that wait for the commit. */
  let responses: WriterResponse[] = [];
  /** The open transaction of the client. All other requests wait for its end. */
  let activeTransaction: number | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  return {
    push(requests: WriterRequest[]): void {
      queue.push(...requests);
      processQueue();
    },
  };

  function processQueue(): void {
    for (;;) {
      for (let more = receive?.(); more; more = receive?.()) queue.push(...more);
      const request = nextRequest();
      if (!request) break;
      handle(request);
      if (activeTransaction === undefined && responses.length >= MAX_PER_COMMIT) commit();
    }
    if (activeTransaction === undefined) commit();
  }

  function nextRequest(): WriterRequest | undefined {
    if (activeTransaction === undefined) return queue.shift();
    const index = queue.findIndex(
      (request) => 'transaction' in request && request.transaction === activeTransaction,
    );
    return index < 0 ? undefined : queue.splice(index, 1)[0];
  }

  function handle(request: WriterRequest): void {
    try {
      respond({ id: request.id, result: perform(request) });
    } catch (error) {
      respond(failure(request.id, error));
      // Some errors (a full disk) roll back the whole transaction, including the other requests in it.
      if (!db.isTransaction) failAll(error as Error);
      if (isLocked(error)) failQueued(error);
    }
  }

  /**
   * Delays responses outside a transaction until the commit. This includes errors, which may depend on
   * uncommitted writes of other requests.
   */
  function respond(response: WriterResponse): void {
    if (activeTransaction !== undefined) post([response]);
    else responses.push(response);
  }

  function perform(request: WriterRequest): StatementResult {
    switch (request.kind) {
      case 'open':
        return { rows: [] };
      case 'busy-timeout':
        db.exec(`pragma busy_timeout = ${Number(request.ms)}`);
        return { rows: [] };
      case 'run':
        return request.transaction === undefined
          ? runInSavepoint(() => run(request.sql, request.values))
          : runInTransaction(request);
      case 'begin':
        openSavepoint();
        activeTransaction = request.transaction;
        restartIdleTimer();
        return { rows: [] };
      case 'commit':
      case 'rollback':
        return endTransaction(request.kind, request.transaction);
      case 'close':
        commit();
        emptyWal();
        db.close();
        return { rows: [] };
    }
  }

  /**
   * Moves the WAL into the database file, so that this file alone is complete. Waits for readers (a check or
   * a backup).
   */
  function emptyWal(): void {
    try {
      db.exec(`pragma busy_timeout = ${MAX_CLOSE_WAIT_MS}; pragma wal_checkpoint(truncate)`);
    } catch {
      // On a full disk, the WAL file remains and the next start reads it.
    }
  }

  /** Runs `work` in a savepoint that is rolled back on error. */
  function runInSavepoint(work: () => StatementResult): StatementResult {
    openSavepoint();
    try {
      const result = work();
      db.exec('release unit');
      return result;
    } catch (error) {
      rollbackSavepoint();
      throw error;
    }
  }

  function rollbackSavepoint(): void {
    if (db.isTransaction) db.exec('rollback to unit; release unit');
  }

  function runInTransaction(request: Statement & { transaction?: number | undefined }): StatementResult {
    assertOpen(request.transaction);
    // Start the idle time at the response. Otherwise, during a slow statement, the timer could fire before
    // the client continues.
    clearTimeout(idleTimer);
    try {
      return run(request.sql, request.values);
    } finally {
      restartIdleTimer();
    }
  }

  function endTransaction(how: 'commit' | 'rollback', transaction: number): StatementResult {
    if (how === 'rollback' && activeTransaction !== transaction) return { rows: [] };
    assertOpen(transaction);
    clearTimeout(idleTimer);
    activeTransaction = undefined;
    if (how === 'rollback') rollbackSavepoint();
    else if (db.isTransaction) db.exec('release unit');
    return { rows: [] };
  }

  function openSavepoint(): void {
    if (!db.isTransaction) db.exec('begin immediate');
    db.exec('savepoint unit');
  }

  function commit(): void {
    if (!db.isOpen) return void flush();
    try {
      if (db.isTransaction) db.exec('commit');
      flush();
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      failAll(error as Error);
    }
  }

  function flush(): void {
    if (responses.length > 0) post(responses);
    responses = [];
  }

  function failAll(error: Error): void {
    activeTransaction = undefined;
    clearTimeout(idleTimer);
    responses = responses.map(({ id }) => failure(id, error));
    flush();
  }

  /** Fails the queued requests except `close`, because each would only wait for the same lock. */
  function failQueued(error: unknown): void {
    const waiting = queue.splice(0);
    queue.push(...waiting.filter(({ kind }) => kind === 'close'));
    responses.push(...waiting.filter(({ kind }) => kind !== 'close').map(({ id }) => failure(id, error)));
    flush();
  }

  function failure(id: number, error: unknown): WriterResponse {
    const { errcode } = error as { errcode?: number };
    return { id, error: error as Error, ...(errcode !== undefined && { errcode }) };
  }

  function assertOpen(transaction: number | undefined): void {
    if (activeTransaction !== transaction) throw new Error('This transaction has ended.');
  }

  /**
   * Starts the timer that rolls back an idle transaction, so that the transaction cannot block all other
   * requests.
   */
  function restartIdleTimer(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      if (activeTransaction !== undefined) endTransaction('rollback', activeTransaction);
      processQueue();
    }, idleMs);
  }
}

/**
 * Opens the file for writing. Statements wait up to `busyMs` for another process (the command line) that has
 * locked it.
 */
export function openWritable(file: string, busyMs: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyMs });
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma temp_store = memory`);
  return db;
}
