import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { isCorruption } from '../disk-errors.ts';
import { seconds } from '../time.ts';
import type { StatementResult } from './sqlite-statement.ts';
import type { WriterRequest, WriterResponse } from './sqlite-writer-core.ts';
import { DatabaseCorruptError, DatabaseUnavailableError } from './unavailable.ts';

/** The single writer of a SQLite file. Each promise settles after the commit that contains its write. */
export type SqliteWriter = Awaited<ReturnType<typeof openWriter>>;

type PendingRequest = { resolve(result: StatementResult): void; reject(error: Error): void };
/**
 * Executes the requests, on a worker thread in production and on the same thread in tests
 * (platform/testing/inline-writer.ts).
 */
export type WriterThread = {
  postMessage(requests: WriterRequest[]): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  on(event: 'message', listener: (responses: WriterResponse[]) => void): unknown;
  terminate(): Promise<unknown>;
};
export type StartWriter = (file: string, options: { idleMs: number; busyMs: number }) => WriterThread;
type Command = WriterRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

/** A transaction is rolled back after this time without a statement. */
const IDLE_MS = seconds(10);

/**
 * Starts the writer thread. If the thread crashes, its pending requests fail as unavailable, and the next
 * request starts it again.
 */
export async function openWriter(file: string, startWriter = startThread) {
  const pending = new Map<number, PendingRequest>();
  let worker: WriterThread | undefined;
  let unsent: WriterRequest[] = [];
  let state: 'opening' | 'open' | 'closed' = 'opening';
  let busyTimeoutMs = seconds(5);
  let damage: string | undefined;
  let damageListener: ((damage: string) => void) | undefined;
  let lastId = 0;
  /** Transactions up to this id were lost when their thread crashed. */
  let lastLostTransaction = 0;

  function start(): WriterThread {
    const started = startWriter(file, { idleMs: IDLE_MS, busyMs: busyTimeoutMs });
    let reason = new Error('The writer thread has exited.');
    started.on('error', (error: Error) => {
      reason = error;
    });
    started.on('exit', () => onThreadExit(reason));
    started.on('message', (responses: WriterResponse[]) => {
      for (const { id, result, error, errcode } of responses) {
        const request = pending.get(id);
        pending.delete(id);
        if (error) {
          const failure = Object.assign(error, { errcode });
          if (isCorruption(failure)) disableWrites(failure.message);
          request?.reject(failure);
        } else request?.resolve(result ?? { rows: [] });
      }
    });
    return started;
  }

  function onThreadExit(reason: Error): void {
    worker = undefined;
    unsent = [];
    lastLostTransaction = lastId;
    for (const { reject } of pending.values())
      reject(state === 'open' ? new DatabaseUnavailableError(reason) : reason);
    pending.clear();
  }

  /**
   * Sends the requests of one event loop tick in one message, because waking the thread costs more than most
   * statements.
   */
  const send = (request: WriterRequest) => {
    if (unsent.push(request) > 1) return;
    setImmediate(() => {
      worker?.postMessage(unsent);
      unsent = [];
    });
  };

  function disableWrites(finding: string): void {
    if (damage !== undefined) return;
    damage = finding;
    damageListener?.(finding);
  }

  const execute = (command: Command, id = ++lastId) =>
    new Promise<StatementResult>((resolve, reject) => {
      if (state === 'closed') return reject(new Error('The database is closed.'));
      if (damage !== undefined && ['run', 'begin'].includes(command.kind))
        return reject(new DatabaseCorruptError(damage));
      if (
        'transaction' in command &&
        command.kind !== 'begin' &&
        (command.transaction ?? id) <= lastLostTransaction
      )
        return reject(
          new DatabaseUnavailableError(new Error('The transaction was lost when the writer thread exited.')),
        );
      worker ??= start();
      pending.set(id, { resolve, reject });
      send({ ...command, id });
    });

  await execute({ kind: 'open' });
  state = 'open';
  return {
    file,
    /** Sets for how many ms a write waits while another process has locked the file. The default is 5 s. */
    async setBusyTimeout(ms: number): Promise<void> {
      busyTimeoutMs = ms;
      await execute({ kind: 'busy-timeout', ms });
    },
    /** Makes every further write fail, because the file is damaged. */
    disableWrites,
    damage: () => damage,
    /** Calls `listener` once, when damage is found. */
    onDamage(listener: (damage: string) => void): void {
      damageListener = listener;
      if (damage !== undefined) listener(damage);
    },
    /** Runs one statement, alone or in `transaction`. */
    run: (sql: string, values: SQLInputValue[], transaction?: number) =>
      execute({ kind: 'run', sql, values, transaction }),
    async begin(): Promise<number> {
      const transaction = ++lastId;
      await execute({ kind: 'begin', transaction });
      return transaction;
    },
    end: async (kind: 'commit' | 'rollback', transaction: number) =>
      void (await execute({ kind, transaction })),
    /** Number of requests without a response. */
    pending: () => pending.size,
    async close(): Promise<void> {
      if (state === 'closed') return;
      await execute({ kind: 'close' });
      state = 'closed';
      await worker?.terminate();
    },
  };
}

const startThread: StartWriter = (file, options) =>
  new Worker(new URL('./sqlite-writer.ts', import.meta.url), { workerData: { file, ...options } });
