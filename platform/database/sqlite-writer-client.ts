import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { seconds } from '../time.ts';
import type { StatementResult } from './sqlite-statement.ts';
import type { Statement, WriterRequest, WriterResponse } from './sqlite-writer-core.ts';
import { DatabaseCorruptError, DatabaseUnavailableError, isCorruption } from './unavailable.ts';

/** The one writer of a SQLite file. Each promise settles after the commit that holds its write. */
export type SqliteWriter = Awaited<ReturnType<typeof openWriter>>;

type Waiting = { resolve(result: StatementResult): void; reject(error: Error): void };
/** What executes the requests: a thread in production, this thread in tests (platform/testing/inline-writer.ts). */
export type WriterThread = {
  postMessage(requests: WriterRequest[]): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: () => void): unknown;
  on(event: 'message', listener: (answers: WriterResponse[]) => void): unknown;
  terminate(): Promise<unknown>;
};
export type StartWriter = (file: string, options: { idleMs: number; busyMs: number }) => WriterThread;
type Command = WriterRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

/** How long the owner of a transaction may be silent before it is undone. */
const IDLE_MS = seconds(10);

/** A thread that falls is followed by another at the next request; what it had not answered is told as away. */
export async function openWriter(file: string, startWriter = startThread) {
  const waiting = new Map<number, Waiting>();
  let worker: WriterThread | undefined;
  let unsent: WriterRequest[] = [];
  let state: 'opening' | 'open' | 'closed' = 'opening';
  let busyTimeoutMs = seconds(5);
  let damage: string | undefined;
  let damageListener: ((damage: string) => void) | undefined;
  let lastId = 0;
  /** Transactions up to this one fell with their thread. */
  let lastLost = 0;

  function start(): WriterThread {
    const started = startWriter(file, { idleMs: IDLE_MS, busyMs: busyTimeoutMs });
    let reason = new Error('The thread that writes has ended.');
    started.on('error', (error: Error) => {
      reason = error;
    });
    started.on('exit', () => fall(reason));
    started.on('message', (answers: WriterResponse[]) => {
      for (const { id, result, error, errcode } of answers) {
        const request = waiting.get(id);
        waiting.delete(id);
        if (error) {
          const failure = Object.assign(error, { errcode });
          if (isCorruption(failure)) refuseWrites(failure.message);
          request?.reject(failure);
        } else request?.resolve(result ?? { rows: [] });
      }
    });
    return started;
  }

  function fall(reason: Error): void {
    worker = undefined;
    unsent = [];
    lastLost = lastId;
    for (const { reject } of waiting.values())
      reject(state === 'open' ? new DatabaseUnavailableError(reason) : reason);
    waiting.clear();
  }

  /** What is asked for in one turn goes in one message: waking the other thread costs more than most statements. */
  const send = (request: WriterRequest) => {
    if (unsent.push(request) > 1) return;
    setImmediate(() => {
      worker?.postMessage(unsent);
      unsent = [];
    });
  };

  function refuseWrites(found: string): void {
    if (damage !== undefined) return;
    damage = found;
    damageListener?.(found);
  }

  const ask = (command: Command, id = ++lastId) =>
    new Promise<StatementResult>((resolve, reject) => {
      if (state === 'closed') return reject(new Error('The database is closed.'));
      if (damage !== undefined && ['run', 'unit', 'begin'].includes(command.kind))
        return reject(new DatabaseCorruptError(damage));
      if ('transaction' in command && command.kind !== 'begin' && (command.transaction ?? id) <= lastLost)
        return reject(
          new DatabaseUnavailableError(new Error('The transaction fell with the thread that writes.')),
        );
      worker ??= start();
      waiting.set(id, { resolve, reject });
      send({ ...command, id });
    });

  await ask({ kind: 'open' });
  state = 'open';
  return {
    file,
    /** How long a write waits for another process that has locked the file; 5 s unless told otherwise. */
    async setBusyTimeout(ms: number): Promise<void> {
      busyTimeoutMs = ms;
      await ask({ kind: 'busy-timeout', ms });
    },
    /** From now on every write fails: the file is damaged. */
    refuseWrites,
    damage: () => damage,
    /** Calls `listener` once, when damage is first known. */
    onDamage(listener: (damage: string) => void): void {
      damageListener = listener;
      if (damage !== undefined) listener(damage);
    },
    /** One statement: a unit of its own, or part of `transaction`. */
    run: (sql: string, values: SQLInputValue[], transaction?: number) =>
      ask({ kind: 'run', sql, values, transaction }),
    /** Statements that each must give a row: else all are undone, and the place of the first that gave none is told. */
    unit: async (statements: Statement[]) =>
      (await ask({ kind: 'unit', statements })).rows[0] as number | undefined,
    async begin(): Promise<number> {
      const transaction = ++lastId;
      await ask({ kind: 'begin', transaction });
      return transaction;
    },
    end: async (kind: 'commit' | 'rollback', transaction: number) => void (await ask({ kind, transaction })),
    /** How much it has not answered yet. */
    waiting: () => waiting.size,
    async close(): Promise<void> {
      if (state === 'closed') return;
      await ask({ kind: 'close' });
      state = 'closed';
      await worker?.terminate();
    },
  };
}

const startThread: StartWriter = (file, options) =>
  new Worker(new URL('./sqlite-writer.ts', import.meta.url), { workerData: { file, ...options } });
