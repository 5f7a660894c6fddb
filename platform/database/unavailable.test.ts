import { Hono } from 'hono';
import { expect, inject, test } from 'vitest';
import { errorResponses, httpErrors } from '../http/errors.ts';
import { createLog } from '../observability/log.ts';
import { openCuttableConnection } from '../testing/cut-connection.ts';
import { createPostgresDatabase } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import { executeAtomically } from './execute-atomically.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { inTransaction } from './transaction.ts';
import { DatabaseUnavailableError } from './unavailable.ts';

/** A database whose line can be cut. */
async function openFarAway() {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const line = await openCuttableConnection(url);
  const database = await openDatabase({ url: line.url });
  await migrate(database, [items]);
  const db = database.withTables<Items>();
  const add = (name: string) => db.insertInto('item').values({ name }).returning('name');
  return {
    db,
    line,
    find: () => db.selectFrom('item').select('name').orderBy('name').execute(),
    addOne: (name: string) => add(name).execute(),
    addAll: (names: string[]) =>
      executeAtomically(
        db,
        names.map((name) => [name, add(name)]),
      ),
    addInside: (name: string) =>
      inTransaction(db, (trx) => trx.insertInto('item').values({ name }).execute()),
    async [Symbol.asyncDispose]() {
      await database.destroy();
      await line.cut();
      await drop();
    },
  };
}

test('while it is away everything says so, and afterwards all goes on', async () => {
  await using far = await openFarAway();
  await far.addOne('a');
  await far.line.cut();
  for (let n = 0; n < 2; n += 1) {
    await expect(far.find()).rejects.toThrow(DatabaseUnavailableError);
    await expect(far.addOne('b')).rejects.toThrow(DatabaseUnavailableError);
    await expect(far.addAll(['b', 'c'])).rejects.toThrow(DatabaseUnavailableError);
    await expect(far.addInside('b')).rejects.toThrow(DatabaseUnavailableError);
  }
  await far.line.mend();
  expect(await far.find()).toEqual([{ name: 'a' }]);
  await far.addOne('b');
  await far.addAll(['c', 'd']);
  await far.addInside('e');
  expect(await far.find()).toHaveLength(5);
});

test('a read whose line breaks is asked again; a write, of which nobody knows, is not', async () => {
  await using far = await openFarAway();
  await far.addOne('a');
  expect(await far.find()).toEqual([{ name: 'a' }]);
  let asked = far.line.silence();
  const reads = Promise.all(Array.from({ length: 20 }, () => far.find()));
  await asked;
  far.line.breakOff();
  for (const rows of await reads) expect(rows).toEqual([{ name: 'a' }]);

  asked = far.line.silence();
  const write = far.addOne('b').catch((error: unknown) => error);
  await asked;
  far.line.breakOff();
  expect(await write).toBeInstanceOf(DatabaseUnavailableError);
});

test('whoever asks meanwhile gets 503 and a time to come back, and no word of the database', async () => {
  const app = new Hono().get('/', () => {
    throw new DatabaseUnavailableError(new Error('connect ECONNREFUSED 10.0.0.7:5432'));
  });
  app.onError(errorResponses(httpErrors, createLog('silent')));
  const answer = await app.request('/');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('2');
  expect(await answer.json()).toEqual({
    error: { code: 'unavailable', message: httpErrors.unavailable.message },
  });
});
