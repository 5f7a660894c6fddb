import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../testing/databases.ts';
import { oneTable } from '../testing/items.ts';
import { executeAtomically } from './execute-atomically.ts';

const item = oneTable('kinds', (schema) =>
  schema
    .createTable('item')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull()),
);
type Items = { item: { name: string; kind: string | null } };

const addTo = (db: Kysely<Items>, name: string, kind: string | null = 'thing') =>
  db
    .insertInto('item')
    .values({ name, kind })
    .onConflict((c) => c.column('name').doNothing())
    .returning('name');

onBothDatabases([item], (open) => {
  async function openItems() {
    const test = await open();
    const db = test.db.withTables<Items>();
    const add = (name: string, kind?: null) => addTo(db, name, kind);
    const lockRow = (name: string) =>
      db.selectFrom('item').select('name').where('name', '=', name).forUpdate();
    const names = async () =>
      (await db.selectFrom('item').select('name').orderBy('name').execute()).map((row) => row.name);
    return { db, add, lockRow, names, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
  }

  test('commits all statements when each returns a row; each sees the effects of the previous ones', async () => {
    await using fixture = await openItems();
    const missing = await executeAtomically(fixture.db, [
      ['first', fixture.add('a')],
      ['held', fixture.lockRow('a')],
      ['second', fixture.add('b')],
    ]);
    expect(missing).toBeUndefined();
    expect(await fixture.names()).toEqual(['a', 'b']);
  });

  test('rolls back all and returns the name of the first statement without a row', async () => {
    await using fixture = await openItems();
    await fixture.add('b').execute();
    const missing = await executeAtomically(fixture.db, [
      ['first', fixture.add('a')],
      ['second', fixture.add('b')],
      ['third', fixture.lockRow('nothing')],
    ]);
    expect(missing).toBe('second');
    expect(await fixture.names()).toEqual(['b']);
  });

  test('rolls back all when one fails, without affecting concurrent calls', async () => {
    await using fixture = await openItems();
    const broken = executeAtomically(fixture.db, [
      ['first', fixture.add('a')],
      ['second', fixture.add('b', null)],
    ]);
    const others = ['c', 'd'].map((name) => executeAtomically(fixture.db, [['it', fixture.add(name)]]));
    await expect(broken).rejects.toThrow(/null/i);
    expect(await Promise.all(others)).toEqual([undefined, undefined]);
    expect(await fixture.names()).toEqual(['c', 'd']);
  });

  test('lets one of many concurrent calls insert the same row; the others return after it is committed', async () => {
    await using fixture = await openItems();
    const results = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const missing = await executeAtomically(fixture.db, [
          ['own', fixture.add(`own ${n}`)],
          ['same', fixture.add('same')],
        ]);
        return { missing, seen: (await fixture.names()).includes('same') };
      }),
    );
    expect(results.filter(({ missing }) => missing === undefined)).toHaveLength(1);
    expect(results.filter(({ missing }) => missing === 'same')).toHaveLength(19);
    expect(results.every(({ seen }) => seen)).toBe(true);
    expect(await fixture.names()).toHaveLength(2);
  });

  test('does not interfere with an open transaction', async () => {
    await using fixture = await openItems();
    let concurrent: Promise<unknown> | undefined;
    await fixture.db.transaction().execute(async (trx) => {
      await trx.insertInto('item').values({ name: 'a', kind: 'thing' }).execute();
      concurrent = executeAtomically(fixture.db, [['it', fixture.add('b')]]);
      await trx.insertInto('item').values({ name: 'c', kind: 'thing' }).execute();
    });
    expect(await concurrent).toBeUndefined();
    expect(await fixture.names()).toEqual(['a', 'b', 'c']);
  });
});
