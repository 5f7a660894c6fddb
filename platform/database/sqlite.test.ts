import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { openThreadedSqlite } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase, ping, startServing } from './open.ts';
import type { SqliteWriterAdapter } from './sqlite.ts';
import { inTransaction } from './transaction.ts';
import { toHttpError } from './unavailable.ts';

async function openItems() {
  const test = await openThreadedSqlite([items]);
  const db = test.db.withTables<Items>();
  /** Names without the padding of `large`. */
  const names = async () =>
    (await db.selectFrom('item').select('name').orderBy('name').execute()).map(
      ({ name }) => name.split(' ')[0],
    );
  const { file } = (db.getExecutor().adapter as SqliteWriterAdapter).writer;
  return { db, database: test.db, file, names, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}
type Db = Kysely<Items>;

const add = (db: Db, name: string) => db.insertInto('item').values({ name }).returning('name');

test('lets writes that share a commit succeed or fail separately', async () => {
  await using fixture = await openItems();
  const results = await Promise.allSettled(
    ['a', 'a', 'b', 'b', 'c'].map((name) => add(fixture.db, name).execute()),
  );
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  expect(await fixture.names()).toEqual(['a', 'b', 'c']);
});

test('rolls back a transaction that throws without affecting others', async () => {
  await using fixture = await openItems();
  const failing = fixture.db.transaction().execute(async (trx) => {
    await add(trx, 'lost').execute();
    throw new Error('canceled');
  });
  const succeeding = fixture.db.transaction().execute(async (trx) => {
    await add(trx, 'saved').execute();
    expect(await trx.selectFrom('item').select('name').execute()).toEqual([{ name: 'saved' }]);
    await expect(add(trx, 'saved').execute()).rejects.toThrow('UNIQUE');
    // The transaction continues after a caught error of a statement.
    await add(trx, 'too').execute();
  });
  await expect(failing).rejects.toThrow('canceled');
  await succeeding;
  expect(await fixture.names()).toEqual(['saved', 'too']);
});

test('shows a write to readers as soon as it is acknowledged', async () => {
  await using fixture = await openItems();
  for (let n = 0; n < 100; n++) {
    await add(fixture.db, `${n}`).execute();
    expect(await fixture.names()).toHaveLength(n + 1);
  }
});

test('waits at startup for another process that has locked the file', async () => {
  const dataDir = temporaryFolder();
  const other = new DatabaseSync(join(dataDir, 'blood-buddies.db'));
  other.exec('begin exclusive');
  const unlock = setTimeout(() => other.close(), 300);
  const db = await openDatabase({ dataDir }).finally(() => clearTimeout(unlock));
  await ping(db);
  await db.destroy();
});

test('leaves nothing beside the database file after a clean stop, so that copying it copies all', async () => {
  const dataDir = temporaryFolder();
  const db = await openDatabase({ dataDir });
  await sql`create table item (name text)`.execute(db);
  expect(await db.withTables<Items>().selectFrom('item').selectAll().execute()).toEqual([]);
  expect(readdirSync(dataDir)).toContain('blood-buddies.db-wal');
  await db.destroy();
  expect(readdirSync(dataDir)).toEqual(['blood-buddies.db']);
});

test('waits for another reader when it is closed, so that nothing is left in the WAL file', async () => {
  const dataDir = temporaryFolder();
  const db = await openDatabase({ dataDir });
  await sql`create table item (name text)`.execute(db);
  using other = new DatabaseSync(join(dataDir, 'blood-buddies.db'), { readOnly: true });
  other.exec('begin');
  other.prepare('select count(*) from item').get();
  await sql`insert into item values ('later')`.execute(db);
  const closed = db.destroy();
  setTimeout(() => other.exec('commit'), 200);
  await closed;
  expect(statSync(join(dataDir, 'blood-buddies.db-wal')).size).toBe(0);
});

const writeMethods: [string, (db: Db, name: string) => Promise<unknown>][] = [
  ['a single statement', (db, name) => add(db, name).execute()],
  [
    'a transaction',
    (db, name) =>
      inTransaction(db, async (trx) => {
        await add(trx, `first ${name}`).execute();
        await add(trx, name).execute();
      }),
  ],
];

test('fails all waiting writes immediately with 503 when another process has locked the file while serving', async () => {
  await using fixture = await openItems();
  await startServing(fixture.database);
  const other = new DatabaseSync(fixture.file);
  other.exec('begin immediate');
  const startedAt = performance.now();
  const writes = Array.from({ length: 34 }, (_, n) =>
    writeMethods.map(([method, write]) => write(fixture.db, `${n} ${method}`)),
  );
  const rejected = await Promise.allSettled(writes.flat());
  // A single write would otherwise wait for 5 s.
  expect(performance.now() - startedAt).toBeLessThan(4000);
  for (const write of rejected) {
    expect(write.status).toBe('rejected');
    const response = toHttpError((write as PromiseRejectedResult).reason);
    expect(response).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  }
  expect(await fixture.names()).toEqual([]);
  other.close();
  await add(fixture.db, 'afterwards').execute();
  expect(await fixture.names()).toEqual(['afterwards']);
});

const large = (name: string) => `${name} ${'x'.repeat(100_000)}`;

/** Opens a database that cannot grow, as on a full disk, until `freeSpace` is called. */
async function openFullDatabase() {
  const fixture = await openItems();
  await add(fixture.db, large('before')).execute();
  // SQLite raises a limit below the current size to the current size.
  await sql`pragma max_page_count = 1`.execute(fixture.db);
  return { ...fixture, freeSpace: () => sql`pragma max_page_count = 1000000`.execute(fixture.db) };
}

test.each(writeMethods)(
  '%s fails with 503 on a full disk, changes nothing, and works when there is space again',
  async (_, write) => {
    await using fixture = await openFullDatabase();
    const rejected = await write(fixture.db, large('rejected')).then(() => undefined, toHttpError);
    expect(rejected).toMatchObject({
      code: 'unavailable',
      message: "We couldn't save this because our storage is not working right now. Try again later.",
      retryAfter: 30,
    });
    expect(await fixture.names()).toEqual(['before']);
    await fixture.freeSpace();
    await write(fixture.db, large('after'));
    expect(await fixture.names()).toEqual(expect.arrayContaining(['after', 'before']));
  },
);

test('reports each write correctly as saved or failed when it shares a commit with one that does not fit', async () => {
  await using fixture = await openFullDatabase();
  await fixture.db.deleteFrom('item').execute();
  // The freed pages hold one or two of these names, and the others do not fit.
  const all = Array.from({ length: 20 }, (_, n) => `item${n + 10}`);
  const results = await Promise.allSettled(all.map((name) => add(fixture.db, large(name)).execute()));
  const saved = all.filter((_, n) => results[n]?.status === 'fulfilled');
  expect(saved.length).toBeLessThan(20);
  expect(await fixture.names()).toEqual(saved);
  await fixture.freeSpace();
  await add(fixture.db, 'after').execute();
  expect(await fixture.names()).toEqual(['after', ...saved]);
});
