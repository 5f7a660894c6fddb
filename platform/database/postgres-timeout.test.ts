import type { Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openCuttableConnection } from '../testing/cut-connection.ts';
import { openPostgres } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import { limitFrozenSession, postgresDialect } from './postgres.ts';
import { inTransaction } from './transaction.ts';
import { toHttpError, toUnavailableError } from './unavailable.ts';

/** A database behind a line that can fall silent, with two connections, whose sockets are `streams`. */
async function openOnLine() {
  const line = await openCuttableConnection(inject('postgresUrl'));
  const { dialect, pool } = postgresDialect({ url: line.url });
  const streams: Socket[] = [];
  pool.on('connect', (client) => streams.push(client.connection.stream as Socket));
  const db = new Kysely<object>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    await line[Symbol.asyncDispose]();
  });
  await db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await sql`select 1`.execute(db);
  });
  return { line, db, streams, limits: () => streams.map(({ timeout }) => timeout) };
}

test('a line that is silent for 20 s is given up, alone and in a transaction, and all goes on afterwards', async () => {
  const { line, db, streams, limits } = await openOnLine();
  expect(limits()).toEqual([20_000, 20_000]);
  void line.silence();
  const before = streams.map(({ bytesWritten }) => bytesWritten);
  const failures = [
    sql`select 1`.execute(db),
    db.transaction().execute((trx) => sql`select 1`.execute(trx)),
  ].map((asked) => asked.then(() => undefined, toHttpError));
  await expect.poll(() => streams.every(({ bytesWritten }, n) => bytesWritten > (before[n] ?? 0))).toBe(true);
  for (const stream of streams) stream.emit('timeout');
  for (const failure of await Promise.all(failures))
    expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  line.breakOff();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('a migration, which lifts the limit on its statements, is waited for in silence, and nobody after it', async () => {
  const { db, limits } = await openOnLine();
  await db.transaction().execute(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx);
    expect(limits().toSorted()).toEqual([0, 20_000]);
  });
  expect(limits()).toEqual([20_000, 20_000]);
});

async function openItems() {
  const { db: database, ...rest } = await openPostgres([items]);
  onTestFinished(() => rest[Symbol.asyncDispose]());
  const db = database.withTables<Items>();
  await db.insertInto('item').values({ name: 'row' }).execute();
  const names = async () => (await db.selectFrom('item').select('name').execute()).map(({ name }) => name);
  return { db, names };
}

test('a server that freezes inside a transaction loses its locks to the others, and does nothing by halves', async () => {
  const { db, names } = await openItems();
  const [holds, resumes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const frozen = inTransaction(db, async (trx) => {
    // In place of the 4 s that every connection has.
    await sql`set local idle_in_transaction_session_timeout = '100ms'`.execute(trx);
    await trx.updateTable('item').set({ name: 'row of the frozen one' }).execute();
    holds.resolve();
    await resumes.promise;
    await trx.insertInto('item').values({ name: 'with it' }).execute();
  });
  await holds.promise;
  // It does not go on before another server has got the row that it held.
  const changed = await inTransaction(db, (trx) =>
    trx.updateTable('item').set({ name: 'row of another' }).where('name', '=', 'row').execute(),
  );
  expect(changed).toMatchObject([{ numUpdatedRows: 1n }]);
  resumes.resolve();
  expect(await frozen.then(() => undefined, toHttpError)).toMatchObject({
    code: 'unavailable',
    retryAfter: 2,
  });
  const fatal = Object.assign(new Error('terminating connection'), { code: '25P03', severity: 'FATAL' });
  expect(toHttpError(toUnavailableError(fatal) as Error)).toMatchObject({
    code: 'unavailable',
    retryAfter: 2,
  });
  expect(await names()).toEqual(['row of another']);
});

test('every connection has the limits', async () => {
  const { db } = await openItems();
  const names = [
    'idle_in_transaction_session_timeout',
    'tcp_keepalives_idle',
    'lock_timeout',
    'statement_timeout',
  ];
  const ask = sql<{ limits: string[] }>`select array(select current_setting(name)
    from unnest(${names}::text[]) with ordinality as asked(name, place) order by place) as limits`;
  const all = [ask.execute(db), inTransaction(db, (trx) => ask.execute(trx))];
  for (const { rows } of await Promise.all(all))
    expect(rows).toEqual([{ limits: ['4s', '30', '5s', '15s'] }]);
});

test('where the database, or a pooler in front of it, refuses such a setting, all works without it', async () => {
  const queries: string[] = [];
  const client = {
    async query(text: string) {
      queries.push(text);
      throw Object.assign(new Error('unrecognized configuration parameter'), { code: '42704' });
    },
  };
  limitFrozenSession(client as unknown as PoolClient);
  expect(queries.length).toBeGreaterThan(1);
  const { db, names } = await openItems();
  // As on a connection where one of them fails: what comes behind it is not undone.
  await Promise.all([sql`set no_such_setting = 1`.execute(db).catch(() => {}), names()]);
  expect(await names()).toEqual(['row']);
});
