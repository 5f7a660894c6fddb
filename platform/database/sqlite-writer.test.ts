import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createSqliteDialect } from './sqlite.ts';
import { createWriter, type WriterRequest, type WriterResponse } from './sqlite-writer-core.ts';
import { toHttpError } from './unavailable.ts';

const idleMs = 10_000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/**
 * Creates a writer without its thread. Requests pushed together share a commit. `sent` records the responses
 * in order.
 */
function openItems() {
  const db = new DatabaseSync(':memory:');
  db.exec('create table item (name text primary key)');
  // A statement that takes longer than the idle timeout.
  db.function('work', () => {
    vi.advanceTimersByTime(2 * idleMs);
    return null;
  });
  const sent: string[] = [];
  const post = (responses: WriterResponse[]) =>
    void sent.push(...responses.map(({ id, error }) => `${id}${error ? ` ${error.message}` : ''}`));
  const { push } = createWriter({ db, idleMs, post });
  const run = (id: number, sql: string, transaction?: number): WriterRequest => ({
    id,
    kind: 'run',
    sql,
    values: [],
    transaction,
  });
  const add = (id: number, name: string, transaction?: number) =>
    run(id, `insert into item values ('${name}')`, transaction);
  const end = (id: number, kind: 'begin' | 'commit' | 'rollback', transaction: number): WriterRequest => ({
    id,
    kind,
    transaction,
  });
  const names = () =>
    db
      .prepare('select name from item order by name')
      .all()
      .map(({ name }) => name);
  return { push, sent, run, add, end, names };
}

test('does not roll back a transaction during a statement that takes longer than the idle timeout', () => {
  const { push, sent, run, add, end, names } = openItems();
  push([end(1, 'begin', 1), run(2, 'select work()', 1)]);
  push([add(3, 'saved', 1), end(4, 'commit', 1)]);
  expect(sent).toEqual(['1', '2', '3', '4']);
  expect(names()).toEqual(['saved']);
});

test('rolls back an idle transaction, also after a failed statement', () => {
  const { push, sent, add, end, names } = openItems();
  push([end(1, 'begin', 1), add(2, 'lost', 1), add(3, 'lost', 1), add(4, 'of another client')]);
  expect(sent).toEqual(['1', '2', expect.stringMatching(/^3 UNIQUE/)]);
  vi.advanceTimersByTime(idleMs);
  expect(sent.at(-1)).toBe('4');
  expect(names()).toEqual(['of another client']);
  push([end(5, 'commit', 1)]);
  expect(sent.at(-1)).toBe('5 This transaction has ended.');
});

test('sends an error that depends on another write only after that write is committed', () => {
  const { push, sent, add, end } = openItems();
  push([add(1, 'a'), add(2, 'a')]);
  expect(sent).toEqual(['1', expect.stringMatching(/^2 UNIQUE/)]);
  push([add(3, 'b'), end(4, 'begin', 4), end(5, 'rollback', 4)]);
  expect(sent.slice(2).toSorted()).toEqual(['3', '4', '5']);
  expect(sent.indexOf('3')).toBeLessThan(sent.indexOf('5'));
});

test('after a crash of the writer thread rejects pending writes as unavailable and starts another thread', async () => {
  vi.useRealTimers();
  const workers: Worker[] = [];
  const dialect = await createSqliteDialect(
    join(temporaryFolder(), 'items.db'),
    undefined,
    (file, options) => {
      const url = new URL('./sqlite-writer.ts', import.meta.url);
      const worker = new Worker(url, { workerData: { file, ...options } });
      workers.push(worker);
      return worker;
    },
  );
  const db = new Kysely<object>({ dialect });
  await sql`create table item (name text primary key)`.execute(db);
  const add = (name: string) => sql`insert into item values (${name})`.execute(db);
  await add('before');
  const started = Promise.withResolvers<void>();
  const openTransaction = db.transaction().execute(async (trx) => {
    await sql`insert into item values ('half')`.execute(trx);
    started.resolve();
    await expect.poll(() => workers).toHaveLength(2);
    await sql`insert into item values ('other half')`.execute(trx);
  });
  await started.promise;
  const failures = Promise.all(
    [openTransaction, add('waiting')].map((work) => work.then(() => undefined, toHttpError)),
  );
  await workers[0]?.terminate();
  await add('after');
  for (const failure of await failures) expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  expect((await sql`select name from item order by name`.execute(db)).rows).toEqual([
    { name: 'after' },
    { name: 'before' },
  ]);
  await db.destroy();
});
