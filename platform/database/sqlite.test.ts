import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openThreadedSqlite } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import { executeAtomically } from './execute-atomically.ts';
import { openDatabase, ping, startServing } from './open.ts';
import type { SqliteWriterAdapter } from './sqlite.ts';
import { inTransaction } from './transaction.ts';
import { toHttpError } from './unavailable.ts';

async function openItems() {
  const test = await openThreadedSqlite([items]);
  const db = test.db.withTables<Items>();
  /** Without what makes some of them large. */
  const names = async () =>
    (await db.selectFrom('item').select('name').orderBy('name').execute()).map(
      ({ name }) => name.split(' ')[0],
    );
  const { file } = (db.getExecutor().adapter as SqliteWriterAdapter).writer;
  return { db, database: test.db, file, names, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}
type Db = Kysely<Items>;

const add = (db: Db, name: string) => db.insertInto('item').values({ name }).returning('name');

test('writes that share a commit stand or fall each on its own', async () => {
  await using here = await openItems();
  const outcomes = await Promise.allSettled(
    ['a', 'a', 'b', 'b', 'c'].map((name) => add(here.db, name).execute()),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  expect(await here.names()).toEqual(['a', 'b', 'c']);
});

test('a transaction that throws leaves nothing, while others go on beside it', async () => {
  await using here = await openItems();
  const broken = here.db.transaction().execute(async (trx) => {
    await add(trx, 'lost').execute();
    throw new Error('thought better of it');
  });
  const kept = here.db.transaction().execute(async (trx) => {
    await add(trx, 'kept').execute();
    expect(await trx.selectFrom('item').select('name').execute()).toEqual([{ name: 'kept' }]);
    await expect(add(trx, 'kept').execute()).rejects.toThrow('UNIQUE');
    // A failed statement can be caught, and the rest kept.
    await add(trx, 'too').execute();
  });
  await expect(broken).rejects.toThrow('thought better of it');
  await kept;
  expect(await here.names()).toEqual(['kept', 'too']);
});

test('readers see a write as soon as it was answered', async () => {
  await using here = await openItems();
  for (let n = 0; n < 100; n++) {
    await add(here.db, `${n}`).execute();
    expect(await here.names()).toHaveLength(n + 1);
  }
});

test('a start waits for another process that has the file for itself', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-busy-'));
  const other = new DatabaseSync(join(folder.path, 'blood-buddies.db'));
  other.exec('begin exclusive');
  const leave = setTimeout(() => other.close(), 300);
  const db = await openDatabase({ dataDir: folder.path }).finally(() => clearTimeout(leave));
  await ping(db);
  await db.destroy();
});

const ways: [string, (db: Db, name: string) => Promise<unknown>][] = [
  ['a statement alone', (db, name) => add(db, name).execute()],
  [
    'statements that each must give a row',
    (db, name) =>
      executeAtomically(db, [
        ['first', add(db, `first ${name}`)],
        ['second', add(db, name)],
      ]),
  ],
  [
    'a transaction',
    (db, name) =>
      inTransaction(db, async (trx) => {
        await add(trx, `first ${name}`).execute();
        await add(trx, name).execute();
      }),
  ],
];

test('while requests are served, a file that another process has locked is 503 at once, for all who wait', async () => {
  await using here = await openItems();
  await startServing(here.database);
  const other = new DatabaseSync(here.file);
  other.exec('begin immediate');
  const began = performance.now();
  const writes = Array.from({ length: 34 }, (_, n) =>
    ways.map(([way, write]) => write(here.db, `${n} ${way}`)),
  );
  const refused = await Promise.allSettled(writes.flat());
  // One alone would have waited for 5 s.
  expect(performance.now() - began).toBeLessThan(4000);
  for (const each of refused) {
    expect(each.status).toBe('rejected');
    const answer = toHttpError((each as PromiseRejectedResult).reason);
    expect(answer).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  }
  expect(await here.names()).toEqual([]);
  other.close();
  await add(here.db, 'afterwards').execute();
  expect(await here.names()).toEqual(['afterwards']);
});

const large = (name: string) => `${name} ${'x'.repeat(100_000)}`;

/** A database that may not grow any more, as on a disk that is full; `makeRoom` lets it. */
async function openFull() {
  const here = await openItems();
  await add(here.db, large('before')).execute();
  // A limit below the size that it has is raised to that.
  await sql`pragma max_page_count = 1`.execute(here.db);
  return { ...here, makeRoom: () => sql`pragma max_page_count = 1000000`.execute(here.db) };
}

test.each(ways)(
  '%s in a full file: 503, nothing of it is there, and all works when there is room',
  async (_, write) => {
    await using here = await openFull();
    const refused = await write(here.db, large('refused')).then(() => undefined, toHttpError);
    expect(refused).toMatchObject({
      code: 'unavailable',
      message: 'This could not be saved: our storage takes nothing right now. Please try again later.',
      retryAfter: 30,
    });
    expect(await here.names()).toEqual(['before']);
    await here.makeRoom();
    await write(here.db, large('after'));
    expect(await here.names()).toEqual(expect.arrayContaining(['after', 'before']));
  },
);

test('whoever shares a commit with one that does not fit is told the truth: done, or not', async () => {
  await using here = await openFull();
  await here.db.deleteFrom('item').execute();
  // Pages that became free hold one or two of these; the others do not fit.
  const all = Array.from({ length: 20 }, (_, n) => `item${n + 10}`);
  const told = await Promise.allSettled(all.map((name) => add(here.db, large(name)).execute()));
  const done = all.filter((_, n) => told[n]?.status === 'fulfilled');
  expect(done.length).toBeLessThan(20);
  expect(await here.names()).toEqual(done);
  await here.makeRoom();
  await add(here.db, 'after').execute();
  expect(await here.names()).toEqual(['after', ...done]);
});
