import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createPostgresDatabase, openPostgres } from '../testing/databases.ts';
import { codeOf } from '../testing/error-code.ts';
import { type Items, items } from '../testing/items.ts';
import { openDatabase } from './open.ts';
import { createPreparedStatements, type Statement } from './postgres-statements.ts';
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

test('gives each of many pipelined statements its own result, also after one that fails', async () => {
  await using fixture = await openItems();
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  const queries = numbers.map((n) =>
    n % 10 === 3
      ? sql<{ n: number }>`select 1 / ${0}::int as n`.execute(fixture.db)
      : sql<{ n: number }>`select ${n}::int as n`.execute(fixture.db),
  );
  const results = await Promise.allSettled(queries);
  for (const n of numbers) {
    const outcome = results[n];
    if (n % 10 === 3) expect(outcome?.status).toBe('rejected');
    else expect(outcome).toMatchObject({ value: { rows: [{ n }] } });
  }
});

test('never opens more connections than allowed', async () => {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const db = await openDatabase({ url, connections: 6 });
  const slowQuery = () => sql<{ n: number }>`select 1 as n, pg_sleep(0.05)`;
  const queries = Array.from({ length: 40 }, (_, n) =>
    n % 2 ? slowQuery().execute(db) : inTransaction(db, (trx) => slowQuery().execute(trx)),
  );
  for (const { rows } of await Promise.all(queries)) expect(rows).toMatchObject([{ n: 1 }]);
  const openConnections = sql<{
    pid: number;
  }>`select pid from pg_stat_activity where datname = current_database()`;
  expect((await openConnections.execute(db)).rows.length).toBeLessThanOrEqual(6);
  await db.destroy();
  await drop();
});

test('keeps working when a newer release adds a column, alone and in a transaction', async () => {
  await using fixture = await openItems();
  const inTransactionFind = () => inTransaction(fixture.db, (trx) => fixture.find('a', trx));
  // Reads often enough that every connection caches the old plan.
  const all = () =>
    Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? inTransactionFind() : fixture.find('a'))));
  await all();
  await fixture.db.schema.alterTable('item').addColumn('added', 'text').execute();
  for (const rows of await all()) expect(rows).toEqual([{ name: 'a', added: null }]);
});

test('fails the statements in flight when the server ends connections, and then works again', async () => {
  await using fixture = await openItems();
  const inFlight = Array.from({ length: 20 }, () => sql`select pg_sleep(60)`.execute(fixture.db));
  let isDone = false;
  const results = Promise.allSettled(inFlight).finally(() => {
    isDone = true;
  });
  // Use a new transaction each time, because pg_stat_activity does not change within one.
  const terminate = () =>
    inTransaction(fixture.db, (trx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep(60)%'`.execute(
        trx,
      ),
    );
  while (!isDone) await terminate();
  expect((await results).map(({ status }) => status)).toEqual(inFlight.map(() => 'rejected'));
  await Promise.all(Array.from({ length: 20 }, () => fixture.find('a')));
});

test('retries deadlocks and serialization failures, alone and in a transaction, and no other errors', async () => {
  await using fixture = await openItems();
  await sql`create sequence tries`.execute(fixture.db);
  await sql`create function fail(code text) returns int language plpgsql as $$
    begin
      if nextval('tries') % 3 <> 0 then raise exception 'retry' using errcode = code; end if;
      return 1;
    end $$`.execute(fixture.db);
  const query = (code: string) => sql<{ n: number }>`select fail(${code}) as n`;
  for (const code of ['40001', '40P01']) {
    expect((await query(code).execute(fixture.db)).rows).toEqual([{ n: 1 }]);
    expect((await inTransaction(fixture.db, (trx) => query(code).execute(trx))).rows).toEqual([{ n: 1 }]);
  }
  expect(await codeOf(query('22012').execute(fixture.db))).toBe('22012');
});

test('responds 503 and changes nothing after a lock timeout', async () => {
  await using fixture = await openItems();
  await inTransaction(fixture.db, async (trx) => {
    await trx.updateTable('item').set({ name: 'c' }).where('name', '=', 'a').execute();
    const waiting = inTransaction(fixture.db, async (other) => {
      // Shortens the default of 5 s.
      await sql`set local lock_timeout = '50ms'`.execute(other);
      await other.updateTable('item').set({ name: 'b' }).where('name', '=', 'a').execute();
    });
    expect(await waiting.then(() => undefined, toHttpError)).toMatchObject({ code: 'unavailable' });
  });
  expect(await fixture.find('c')).toHaveLength(1);
});

test('names a statement by its text, so that servers behind a shared pooler agree', async () => {
  const [one, other] = [createPreparedStatements(), createPreparedStatements()];
  const nameFor = async (prepared: typeof one, text: string) => {
    let sent: Statement | undefined;
    await prepared(text, [1], async (statement) => {
      sent = statement;
      return { rows: [], rowCount: 0, command: 'SELECT', oid: 0, fields: [] };
    });
    return sent?.name;
  };
  await nameFor(one, 'select $1');
  const name = await nameFor(one, 'select $1 + 1');
  expect(name).toMatch(/./);
  expect(await nameFor(other, 'select $1 + 1')).toBe(name);
  expect(await nameFor(other, 'select $1')).not.toBe(name);
});
