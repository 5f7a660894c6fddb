import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { StatementResult } from './sqlite-statement.ts';
import type { Statement, WriterAnswer, WriterRequest } from './sqlite-writer.ts';

/** The one writer of a SQLite file. Each promise settles after the commit that holds its write. */
export type SqliteWriter = {
  /** One statement: a unit of its own, or part of `transaction`. */
  run(sql: string, values: SQLInputValue[], transaction?: number): Promise<StatementResult>;
  /** Statements that each must give a row: else all are undone, and the place of the first that gave none is told. */
  unit(statements: Statement[]): Promise<number | undefined>;
  begin(): Promise<number>;
  commit(transaction: number): Promise<void>;
  rollback(transaction: number): Promise<void>;
  /** How much it has not answered yet. */
  waiting(): number;
  close(): Promise<void>;
};

type Waiting = { resolve(result: StatementResult): void; reject(error: Error): void };
type Command = WriterRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never;

/** `idleMs`: how long the owner of a transaction may be silent before it is undone. */
export async function openWriter(file: string, { idleMs = 10_000 } = {}): Promise<SqliteWriter> {
  const worker = new Worker(new URL('./sqlite-writer.ts', import.meta.url), { workerData: { file, idleMs } });
  const waiting = new Map<number, Waiting>();
  let stopped: Error | undefined;
  let lastId = 0;

  const stop = (error: Error) => {
    stopped ??= error;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', stop);
  worker.on('exit', () => stop(new Error('The database is closed.')));
  worker.on('message', (answers: WriterAnswer[]) => {
    for (const { id, result, error, errcode } of answers) {
      const request = waiting.get(id);
      waiting.delete(id);
      if (error) request?.reject(Object.assign(error, { errcode }));
      else request?.resolve(result ?? { rows: [] });
    }
  });

  let unsent: WriterRequest[] = [];
  /** What is asked for in one turn goes in one message: waking the other thread costs more than most statements. */
  const send = (request: WriterRequest) => {
    if (unsent.push(request) > 1) return;
    setImmediate(() => {
      worker.postMessage(unsent);
      unsent = [];
    });
  };

  const ask = (command: Command, id = ++lastId) =>
    new Promise<StatementResult>((resolve, reject) => {
      if (stopped) return reject(stopped);
      waiting.set(id, { resolve, reject });
      send({ ...command, id });
    });

  await ask({ kind: 'open' });
  return {
    run: (sql, values, transaction) => ask({ kind: 'run', sql, values, transaction }),
    unit: async (statements) => (await ask({ kind: 'unit', statements })).rows[0] as number | undefined,
    begin: async () => {
      const transaction = ++lastId;
      await ask({ kind: 'begin', transaction });
      return transaction;
    },
    commit: async (transaction) => void (await ask({ kind: 'commit', transaction })),
    rollback: async (transaction) => void (await ask({ kind: 'rollback', transaction })),
    waiting: () => waiting.size,
    close: async () => {
      if (stopped) return;
      await ask({ kind: 'close' });
      await worker.terminate();
    },
  };
}
