import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openThreadedSqlite } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import { openDatabase, ping } from './open.ts';

async function openItems() {
  const test = await openThreadedSqlite([items]);
  const db = test.db.withTables<Items>();
  const names = async () =>
    (await db.selectFrom('item').select('name').orderBy('name').execute()).map((r) => r.name);
  return { db, names, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

test('writes that share a commit stand or fall each on its own', async () => {
  await using here = await openItems();
  const add = (name: string) => here.db.insertInto('item').values({ name }).execute();
  const outcomes = await Promise.allSettled([add('a'), add('a'), add('b'), add('b'), add('c')]);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
  expect(await here.names()).toEqual(['a', 'b', 'c']);
});

test('a transaction that throws leaves nothing, while others go on beside it', async () => {
  await using here = await openItems();
  const broken = here.db.transaction().execute(async (trx) => {
    await trx.insertInto('item').values({ name: 'lost' }).execute();
    throw new Error('thought better of it');
  });
  const kept = here.db.transaction().execute(async (trx) => {
    await trx.insertInto('item').values({ name: 'kept' }).execute();
    expect(await trx.selectFrom('item').select('name').execute()).toEqual([{ name: 'kept' }]);
  });
  await expect(broken).rejects.toThrow('thought better of it');
  await kept;
  expect(await here.names()).toEqual(['kept']);
});

test('a failed statement inside a transaction can be caught and the rest kept', async () => {
  await using here = await openItems();
  await here.db.transaction().execute(async (trx) => {
    await trx.insertInto('item').values({ name: 'a' }).execute();
    await expect(trx.insertInto('item').values({ name: 'a' }).execute()).rejects.toThrow('UNIQUE');
    await trx.insertInto('item').values({ name: 'b' }).execute();
  });
  expect(await here.names()).toEqual(['a', 'b']);
});

test('readers see a write as soon as it was answered', async () => {
  await using here = await openItems();
  for (let n = 0; n < 200; n++) {
    await here.db
      .insertInto('item')
      .values({ name: `${n}`.padStart(3, '0') })
      .execute();
    expect(await here.names()).toHaveLength(n + 1);
  }
});

test('a start waits for another process that has the file for itself', async () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'blood-buddies-busy-'));
  const other = new DatabaseSync(join(folder.path, 'blood-buddies.db'));
  other.exec('begin exclusive');
  const leave = setTimeout(() => other.close(), 500);
  const db = await openDatabase({ dataDir: folder.path }).finally(() => clearTimeout(leave));
  await ping(db);
  await db.destroy();
});
