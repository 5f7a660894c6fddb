// Executes writes on one connection. Requests that wait together share one commit: each is a savepoint of its own, and is
// answered only after the commit, so that what was answered survives a power cut.
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type StatementResult, statementRunner } from './sqlite-statement.ts';
import { isLocked } from './unavailable.ts';

export type WriterRequest = { id: number } & (
  | { kind: 'open' | 'close' }
  | { kind: 'busy-timeout'; ms: number }
  | ({ kind: 'run'; transaction?: number | undefined } & Statement)
  | { kind: 'unit'; statements: Statement[] }
  | { kind: 'begin' | 'commit' | 'rollback'; transaction: number }
);
export type Statement = { sql: string; values: SQLInputValue[] };
/** `errcode`: SQLite's own, which an error loses on its way between threads. */
export type WriterResponse = { id: number; result?: StatementResult; error?: Error; errcode?: number };

const MOST_IN_ONE_COMMIT = 512;

/** Call `push` with requests as they arrive. */
export function createWriter({
  db,
  idleMs,
  post,
  receive,
}: {
  db: DatabaseSync;
  /** How long the owner of a transaction may be silent before it is undone. */
  idleMs: number;
  /** Sends responses to the client. */
  post: (answers: WriterResponse[]) => void;
  /** Requests that have arrived since the last `push`, without waiting. */
  receive?: () => WriterRequest[] | undefined;
}) {
  const run = statementRunner(db);
  const queue: WriterRequest[] = [];
  /** Done or refused, but not committed yet. */
  let done: WriterResponse[] = [];
  /** The transaction that another thread is in the middle of; everybody else waits for its end. */
  let open: number | undefined;
  let idle: NodeJS.Timeout | undefined;

  return {
    push(requests: WriterRequest[]): void {
      queue.push(...requests);
      work();
    },
  };

  function work(): void {
    for (;;) {
      for (let more = receive?.(); more; more = receive?.()) queue.push(...more);
      const request = nextRequest();
      if (!request) break;
      handle(request);
      if (open === undefined && done.length >= MOST_IN_ONE_COMMIT) commit();
    }
    if (open === undefined) commit();
  }

  function nextRequest(): WriterRequest | undefined {
    if (open === undefined) return queue.shift();
    const index = queue.findIndex((request) => 'transaction' in request && request.transaction === open);
    return index < 0 ? undefined : queue.splice(index, 1)[0];
  }

  function handle(request: WriterRequest): void {
    try {
      answer({ id: request.id, result: perform(request) });
    } catch (error) {
      answer(failed(request.id, error));
      // Some errors (a full disk) end the whole transaction: what shared it is not done either.
      if (!db.isTransaction) failAll(error as Error);
      if (isLocked(error)) failQueued(error);
    }
  }

  /** What ends waits for the commit, refusals too: they may be about what others have written, which must stand first. */
  function answer(told: WriterResponse): void {
    if (open !== undefined) post([told]);
    else done.push(told);
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
          ? alone(() => run(request.sql, request.values))
          : runInside(request);
      case 'unit':
        return runUnit(request.statements);
      case 'begin':
        enter();
        open = request.transaction;
        watchIdle();
        return { rows: [] };
      case 'commit':
      case 'rollback':
        return leave(request.kind, request.transaction);
      case 'close':
        commit();
        db.close();
        return { rows: [] };
    }
  }

  /** One row: which statement, counted from 0, gave none, so that all were undone; no row when all stand. */
  function runUnit(statements: Statement[]): StatementResult {
    return alone(() => {
      const missing = statements.findIndex(({ sql, values }) => run(sql, values).rows.length === 0);
      if (missing >= 0) db.exec('rollback to unit');
      return { rows: missing < 0 ? [] : [missing] };
    });
  }

  /** As a unit of its own, which an error undoes. */
  function alone(work: () => StatementResult): StatementResult {
    enter();
    try {
      const result = work();
      db.exec('release unit');
      return result;
    } catch (error) {
      undoUnit();
      throw error;
    }
  }

  function undoUnit(): void {
    if (db.isTransaction) db.exec('rollback to unit; release unit');
  }

  function runInside(request: Statement & { transaction?: number | undefined }): StatementResult {
    assertOpen(request.transaction);
    // The owner is silent only from the answer on: a timer that ran out meanwhile would fire before it can speak.
    clearTimeout(idle);
    try {
      return run(request.sql, request.values);
    } finally {
      watchIdle();
    }
  }

  function leave(how: 'commit' | 'rollback', transaction: number): StatementResult {
    if (how === 'rollback' && open !== transaction) return { rows: [] };
    assertOpen(transaction);
    clearTimeout(idle);
    open = undefined;
    if (how === 'rollback') undoUnit();
    else if (db.isTransaction) db.exec('release unit');
    return { rows: [] };
  }

  function enter(): void {
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
    if (done.length > 0) post(done);
    done = [];
  }

  function failAll(error: Error): void {
    open = undefined;
    clearTimeout(idle);
    done = done.map(({ id }) => failed(id, error));
    flush();
  }

  /** What waits in the queue would only wait for the same lock, one after the other. */
  function failQueued(error: unknown): void {
    const waiting = queue.splice(0);
    queue.push(...waiting.filter(({ kind }) => kind === 'close'));
    done.push(...waiting.filter(({ kind }) => kind !== 'close').map(({ id }) => failed(id, error)));
    flush();
  }

  function failed(id: number, error: unknown): WriterResponse {
    const { errcode } = error as { errcode?: number };
    return { id, error: error as Error, ...(errcode !== undefined && { errcode }) };
  }

  function assertOpen(transaction: number | undefined): void {
    if (open !== transaction) throw new Error('This transaction has ended.');
  }

  /** A transaction whose owner never comes back must not hold up everybody else. */
  function watchIdle(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (open !== undefined) leave('rollback', open);
      work();
    }, idleMs);
  }
}

/** From the first statement on it waits for another process (the operator's command) that has the file for itself. */
export function openToWrite(file: string, busyMs: number): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: busyMs });
  db.exec(`pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;
    pragma temp_store = memory`);
  return db;
}
