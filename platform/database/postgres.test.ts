import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createPostgresDatabase, openPostgres } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import { openDatabase } from './open.ts';
import { createPrepared, type Statement } from './postgres-statements.ts';
import { inTransaction } from './transaction.ts';
import { toHttpError } from './unavailable.ts';

async function openItems() {
  const test = await openPostgres([items]);
  const db = test.db.withTables<Items>();
  await db.insertInto('item').values({ name: 'a' }).execute();
  const find = (name: string, on = db) =>
    on.selectFrom('item').selectAll().where('name', '=', name).execute();
  return { db, find, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

test('of many at once on few connections each gets its own answer, also behind one that fails', async () => {
  await using here = await openItems();
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  const asked = numbers.map((n) =>
    n % 10 === 3
      ? sql<{ n: number }>`select 1 / ${0}::int as n`.execute(here.db)
      : sql<{ n: number }>`select ${n}::int as n`.execute(here.db),
  );
  const outcomes = await Promise.allSettled(asked);
  for (const n of numbers) {
    const outcome = outcomes[n];
    if (n % 10 === 3) expect(outcome?.status).toBe('rejected');
    else expect(outcome).toMatchObject({ value: { rows: [{ n }] } });
  }
});

test('a server opens no more connections than it may, whatever it does at once', async () => {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const db = await openDatabase({ url, connections: 6 });
  const held = () => sql<{ n: number }>`select 1 as n, pg_sleep(0.05)`;
  const asked = Array.from({ length: 40 }, (_, n) =>
    n % 2 ? held().execute(db) : inTransaction(db, (trx) => held().execute(trx)),
  );
  for (const { rows } of await Promise.all(asked)) expect(rows).toMatchObject([{ n: 1 }]);
  const opened = sql<{ pid: number }>`select pid from pg_stat_activity where datname = current_database()`;
  expect((await opened.execute(db)).rows.length).toBeLessThanOrEqual(6);
  await db.destroy();
  await drop();
});

test('a column that a newer release adds disturbs nobody, alone or in a transaction', async () => {
  await using here = await openItems();
  const inside = () => inTransaction(here.db, (trx) => here.find('a', trx));
  // On every connection the old plan is kept.
  const all = () => Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? inside() : here.find('a'))));
  await all();
  await here.db.schema.alterTable('item').addColumn('added', 'text').execute();
  for (const rows of await all()) expect(rows).toEqual([{ name: 'a', added: null }]);
});

test('connections that the server ends fail what is under way on them, and nothing afterwards', async () => {
  await using here = await openItems();
  const underWay = Array.from({ length: 20 }, () => sql`select pg_sleep(60)`.execute(here.db));
  let over = false;
  const outcomes = Promise.allSettled(underWay).finally(() => {
    over = true;
  });
  // Within one transaction pg_stat_activity stays as it was at the first look.
  const end = () =>
    inTransaction(here.db, (trx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep(60)%'`.execute(
        trx,
      ),
    );
  while (!over) await end();
  expect((await outcomes).map(({ status }) => status)).toEqual(underWay.map(() => 'rejected'));
  await Promise.all(Array.from({ length: 20 }, () => here.find('a')));
});

test('a statement that the server gave up, alone or in a transaction, is tried again; others are not', async () => {
  await using here = await openItems();
  await sql`create sequence tries`.execute(here.db);
  await sql`create function fail(code text) returns int language plpgsql as $$
    begin
      if nextval('tries') % 3 <> 0 then raise exception 'given up' using errcode = code; end if;
      return 1;
    end $$`.execute(here.db);
  const ask = (code: string) => sql<{ n: number }>`select fail(${code}) as n`;
  for (const code of ['40001', '40P01']) {
    expect((await ask(code).execute(here.db)).rows).toEqual([{ n: 1 }]);
    expect((await inTransaction(here.db, (trx) => ask(code).execute(trx))).rows).toEqual([{ n: 1 }]);
  }
  await expect(ask('22012').execute(here.db)).rejects.toMatchObject({ code: '22012' });
});

test('who waits too long for a row is told to come back, and has changed nothing', async () => {
  await using here = await openItems();
  await inTransaction(here.db, async (trx) => {
    await trx.updateTable('item').set({ name: 'c' }).where('name', '=', 'a').execute();
    const waiting = inTransaction(here.db, async (other) => {
      // In place of the 5 s that every connection has (postgres-frozen.test.ts).
      await sql`set local lock_timeout = '50ms'`.execute(other);
      await other.updateTable('item').set({ name: 'b' }).where('name', '=', 'a').execute();
    });
    expect(await waiting.then(() => undefined, toHttpError)).toMatchObject({ code: 'unavailable' });
  });
  expect(await here.find('c')).toHaveLength(1);
});

test('two servers on the same connections give one name to one text, whatever came before', async () => {
  const [one, other] = [createPrepared(), createPrepared()];
  const nameGiven = async (prepared: typeof one, text: string) => {
    let sent: Statement | undefined;
    await prepared(text, [1], async (statement) => {
      sent = statement;
      return { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] };
    });
    return sent?.name;
  };
  await nameGiven(one, 'select $1');
  const name = await nameGiven(one, 'select $1 + 1');
  expect(name).toMatch(/./);
  expect(await nameGiven(other, 'select $1 + 1')).toBe(name);
  expect(await nameGiven(other, 'select $1')).not.toBe(name);
});
