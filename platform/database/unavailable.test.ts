import { Hono } from 'hono';
import { expect, inject, test } from 'vitest';
import { createErrorHandler, httpErrors } from '../http/errors.ts';
import { createLog } from '../observability/log.ts';
import { openCuttableConnection } from '../testing/cut-connection.ts';
import { createPostgresDatabase } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { inTransaction } from './transaction.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** Opens a database behind a proxy that can cut the connection. */
async function openRemote() {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const connection = await openCuttableConnection(url);
  const database = await openDatabase({ url: connection.url });
  await migrate(database, [items]);
  const db = database.withTables<Items>();
  const add = (name: string) => db.insertInto('item').values({ name }).returning('name');
  return {
    db,
    connection,
    find: () => db.selectFrom('item').select('name').orderBy('name').execute(),
    addOne: (name: string) => add(name).execute(),
    addInTransaction: (name: string) =>
      inTransaction(db, (trx) => trx.insertInto('item').values({ name }).execute()),
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await connection.cut();
      await drop();
    },
  };
}

test('rejects everything as unavailable while the database is down, and works again afterwards', async () => {
  await using remote = await openRemote();
  await remote.addOne('a');
  await remote.connection.cut();
  for (let n = 0; n < 2; n += 1) {
    await expect(remote.find()).rejects.toThrow(DatabaseUnavailableError);
    await expect(remote.addOne('b')).rejects.toThrow(DatabaseUnavailableError);
    await expect(remote.addInTransaction('b')).rejects.toThrow(DatabaseUnavailableError);
  }
  await remote.connection.restore();
  expect(await remote.find()).toEqual([{ name: 'a' }]);
  await remote.addOne('b');
  await remote.addInTransaction('e');
  expect(await remote.find()).toHaveLength(3);
});

test('retries a read whose connection broke, but not a write, whose outcome is unknown', async () => {
  await using remote = await openRemote();
  await remote.addOne('a');
  expect(await remote.find()).toEqual([{ name: 'a' }]);
  let sent = remote.connection.silence();
  const reads = Promise.all(Array.from({ length: 20 }, () => remote.find()));
  await sent;
  remote.connection.disconnectAll();
  for (const rows of await reads) expect(rows).toEqual([{ name: 'a' }]);

  sent = remote.connection.silence();
  const write = remote.addOne('b').catch((error: unknown) => error);
  await sent;
  remote.connection.disconnectAll();
  expect(await write).toBeInstanceOf(DatabaseUnavailableError);
});

test('responds 503 with Retry-After and no details of the database', async () => {
  const app = new Hono().get('/', () => {
    throw new DatabaseUnavailableError(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
  });
  app.onError(createErrorHandler(httpErrors, createLog('silent')));
  const response = await app.request('/');
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('2');
  expect(await response.json()).toEqual({
    error: { code: 'unavailable', message: httpErrors.unavailable.message },
  });
});
