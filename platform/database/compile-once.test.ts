import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../testing/databases.ts';
import { type Items, items } from '../testing/items.ts';
import { compileOnce } from './compile-once.ts';
import { inTransaction } from './transaction.ts';

onBothDatabases([items], (open) => {
  test('executes with the values of each call, alone and in a transaction, and builds the query once', async () => {
    let buildCount = 0;
    const add = compileOnce(['name'], (db: Kysely<Items>, item: { name: string }) => {
      buildCount += 1;
      return db
        .insertInto('item')
        .values(item)
        .onConflict((c) => c.column('name').doNothing())
        .returning('name');
    });
    await using fixture = await open();
    const db = fixture.db.withTables<Items>();
    expect(await add(db, { name: 'a' }).executeTakeFirst()).toEqual({ name: 'a' });
    expect(await inTransaction(db, (trx) => add(trx, { name: 'b' }).execute())).toEqual([{ name: 'b' }]);
    expect(await add(db, { name: 'a' }).executeTakeFirst()).toBeUndefined();
    expect(buildCount).toBe(1);
    expect(await db.selectFrom('item').selectAll().orderBy('name').execute()).toEqual([
      { name: 'a' },
      { name: 'b' },
    ]);
  });

  test('keeps constants of the query', async () => {
    const find = compileOnce(['not'], (db: Kysely<Items>, { not }: { not: string }) =>
      db.selectFrom('item').select('name').where('name', '<', 'c').where('name', '<>', not),
    );
    await using fixture = await open();
    const db = fixture.db.withTables<Items>();
    await db
      .insertInto('item')
      .values([{ name: 'a' }, { name: 'b' }, { name: 'c' }])
      .execute();
    expect(await find(db, { not: 'b' }).execute()).toEqual([{ name: 'a' }]);
    expect(await find(db, { not: 'a' }).execute()).toEqual([{ name: 'b' }]);
  });

  test('rejects a call with other names, and later calls still work', async () => {
    const add = compileOnce(['name'], (db: Kysely<Items>, item: { name: string }) =>
      db.insertInto('item').values(item).returning('name'),
    );
    await using fixture = await open();
    const db = fixture.db.withTables<Items>();
    const newer = { name: 'a', added: 'by a newer version' };
    await expect(add(db, newer).execute()).rejects.toThrow('no placeholder for added');
    await expect(add(db, {} as typeof newer).execute()).rejects.toThrow('also needs name');
    expect(await add(db, { name: 'b' }).execute()).toEqual([{ name: 'b' }]);
    expect(await db.selectFrom('item').selectAll().execute()).toEqual([{ name: 'b' }]);
  });
});
