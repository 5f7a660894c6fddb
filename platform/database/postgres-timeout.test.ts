import type { Socket } from 'node:net';
import { Kysely, sql } from 'kysely';
import type { PoolClient } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openCuttableConnection } from '../testing/cut-connection.ts';
import { openPostgres } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import { createPostgresDialect, setSessionTimeouts } from './postgres.ts';
import { inTransaction } from './transaction.ts';
import { toHttpError, toUnavailableError } from './unavailable.ts';

/** Opens two connections, with the sockets `streams`, through a proxy that can go silent. */
async function openSlowConnection() {
  const cuttableConnection = await openCuttableConnection(inject('postgresUrl'));
  const { dialect, pool } = createPostgresDialect({ url: cuttableConnection.url });
  const streams: Socket[] = [];
  pool.on('connect', (client) => streams.push(client.connection.stream as Socket));
  const db = new Kysely<object>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    await cuttableConnection[Symbol.asyncDispose]();
  });
  await db.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    await sql`select 1`.execute(db);
  });
  return { cuttableConnection, db, streams, limits: () => streams.map(({ timeout }) => timeout) };
}

test('closes a connection that is silent for 20 s, alone and in a transaction, and then reconnects', async () => {
  const { cuttableConnection, db, streams, limits } = await openSlowConnection();
  expect(limits()).toEqual([20_000, 20_000]);
  void cuttableConnection.silence();
  const bytesBefore = streams.map(({ bytesWritten }) => bytesWritten);
  const failures = [
    sql`select 1`.execute(db),
    db.transaction().execute((trx) => sql`select 1`.execute(trx)),
  ].map((pendingQuery) => pendingQuery.then(() => undefined, toHttpError));
  await expect
    .poll(() => streams.every(({ bytesWritten }, n) => bytesWritten > (bytesBefore[n] ?? 0)))
    .toBe(true);
  for (const stream of streams) stream.emit('timeout');
  for (const failure of await Promise.all(failures))
    expect(failure).toMatchObject({ code: 'unavailable', retryAfter: 2 });
  cuttableConnection.disconnectAll();
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('lifts the silence timeout for a migration only', async () => {
  const { db, limits } = await openSlowConnection();
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

test('releases the locks of a server that freezes in a transaction, and rolls it back', async () => {
  const { db, names } = await openItems();
  const [locked, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const frozen = inTransaction(db, async (trx) => {
    // Shortens the default of 4 s.
    await sql`set local idle_in_transaction_session_timeout = '100ms'`.execute(trx);
    await trx.updateTable('item').set({ name: 'update of the frozen server' }).execute();
    locked.resolve();
    await resumed.promise;
    await trx.insertInto('item').values({ name: 'insert of the frozen server' }).execute();
  });
  await locked.promise;
  // Another server gets the locked row before the frozen one resumes.
  const changed = await inTransaction(db, (trx) =>
    trx.updateTable('item').set({ name: 'update of another server' }).where('name', '=', 'row').execute(),
  );
  expect(changed).toMatchObject([{ numUpdatedRows: 1n }]);
  resumed.resolve();
  expect(await frozen.then(() => undefined, toHttpError)).toMatchObject({
    code: 'unavailable',
    retryAfter: 2,
  });
  const fatal = Object.assign(new Error('terminating connection'), { code: '25P03', severity: 'FATAL' });
  expect(toHttpError(toUnavailableError(fatal) as Error)).toMatchObject({
    code: 'unavailable',
    retryAfter: 2,
  });
  expect(await names()).toEqual(['update of another server']);
});

test('sets the timeouts on every connection', async () => {
  const { db } = await openItems();
  const names = [
    'idle_in_transaction_session_timeout',
    'tcp_keepalives_idle',
    'lock_timeout',
    'statement_timeout',
  ];
  const settingsQuery = sql<{ limits: string[] }>`select array(select current_setting(name)
    from unnest(${names}::text[]) with ordinality as requested(name, place) order by place) as limits`;
  const all = [settingsQuery.execute(db), inTransaction(db, (trx) => settingsQuery.execute(trx))];
  for (const { rows } of await Promise.all(all))
    expect(rows).toEqual([{ limits: ['4s', '30', '5s', '15s'] }]);
});

test('works without a setting that the database or a pooler rejects', async () => {
  const queries: string[] = [];
  const client = {
    async query(text: string) {
      queries.push(text);
      throw Object.assign(new Error('unrecognized configuration parameter'), { code: '42704' });
    },
  };
  setSessionTimeouts(client as unknown as PoolClient);
  expect(queries.length).toBeGreaterThan(1);
  const { db, names } = await openItems();
  // The failed setting must not affect the statements that follow on its connection.
  await Promise.all([sql`set no_such_setting = 1`.execute(db).catch(() => {}), names()]);
  expect(await names()).toEqual(['row']);
});
