import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { onBothDatabases, openPostgres } from '../testing/databases.ts';
import { executeAtomically } from './execute-atomically.ts';
import type { Migrations } from './migrate.ts';

const item: Migrations = {
  service: 'test',
  steps: {
    '0001-start': {
      async up(db) {
        await db.schema
          .createTable('item')
          .addColumn('name', 'text', (c) => c.primaryKey())
          .addColumn('kind', 'text', (c) => c.notNull())
          .execute();
      },
    },
  },
};
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
    const hold = (name: string) => db.selectFrom('item').select('name').where('name', '=', name).forUpdate();
    const names = async () =>
      (await db.selectFrom('item').select('name').orderBy('name').execute()).map((row) => row.name);
    return { db, add, hold, names, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
  }

  test('all stand when each has given a row, and each sees what those before it did', async () => {
    await using here = await openItems();
    const missing = await executeAtomically(here.db, [
      ['first', here.add('a')],
      ['held', here.hold('a')],
      ['second', here.add('b')],
    ]);
    expect(missing).toBeUndefined();
    expect(await here.names()).toEqual(['a', 'b']);
  });

  test('the first that gives no row is named and undoes them all', async () => {
    await using here = await openItems();
    await here.add('b').execute();
    const missing = await executeAtomically(here.db, [
      ['first', here.add('a')],
      ['second', here.add('b')],
      ['third', here.hold('nothing')],
    ]);
    expect(missing).toBe('second');
    expect(await here.names()).toEqual(['b']);
  });

  test('one that fails undoes them all, and nobody else', async () => {
    await using here = await openItems();
    const broken = executeAtomically(here.db, [
      ['first', here.add('a')],
      ['second', here.add('b', null)],
    ]);
    const others = ['c', 'd'].map((name) => executeAtomically(here.db, [['it', here.add(name)]]));
    await expect(broken).rejects.toThrow(/null/i);
    expect(await Promise.all(others)).toEqual([undefined, undefined]);
    expect(await here.names()).toEqual(['c', 'd']);
  });

  test('of many at once that want the same one gets it, and the others are told when it stands', async () => {
    await using here = await openItems();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const missing = await executeAtomically(here.db, [
          ['own', here.add(`own ${n}`)],
          ['same', here.add('same')],
        ]);
        return { missing, seen: (await here.names()).includes('same') };
      }),
    );
    expect(outcomes.filter(({ missing }) => missing === undefined)).toHaveLength(1);
    expect(outcomes.filter(({ missing }) => missing === 'same')).toHaveLength(19);
    expect(outcomes.every(({ seen }) => seen)).toBe(true);
    expect(await here.names()).toHaveLength(2);
  });

  test('a transaction that another thread is in the middle of goes on undisturbed', async () => {
    await using here = await openItems();
    let beside: Promise<unknown> | undefined;
    await here.db.transaction().execute(async (trx) => {
      await trx.insertInto('item').values({ name: 'a', kind: 'thing' }).execute();
      beside = executeAtomically(here.db, [['it', here.add('b')]]);
      await trx.insertInto('item').values({ name: 'c', kind: 'thing' }).execute();
    });
    expect(await beside).toBeUndefined();
    expect(await here.names()).toEqual(['a', 'b', 'c']);
  });
});

test('what a database does not take as one statement it gets one by one, and is not asked again', async () => {
  await using database = await openPostgres([item]);
  const db = database.db.withTables<Items>();
  // A sequence goes on counting what is undone.
  await sql`create sequence refusals`.execute(db);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin
    if current_query() like 'with %' then
      perform nextval('refusals');
      raise exception using errcode = '0A000', message = 'data-modifying statements are not supported';
    end if;
    return null;
  end $$`.execute(db);
  await sql`create trigger refuse before insert on item for each statement execute function refuse()`.execute(
    db,
  );
  for (const [first, second, missing] of [
    ['a', 'b', undefined],
    ['c', 'a', 'second'],
    ['c', 'd', undefined],
  ] as const) {
    const statements = [['first', addTo(db, first)] as const, ['second', addTo(db, second)] as const];
    expect(await executeAtomically(db, statements)).toBe(missing);
  }
  const { rows } = await sql`select last_value::int as refused from refusals`.execute(db);
  expect(rows).toEqual([{ refused: 1 }]);
  expect(await db.selectFrom('item').select('name').orderBy('name').execute()).toHaveLength(4);
});
