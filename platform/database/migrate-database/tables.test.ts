import { expect, test } from 'vitest';
import { openPostgres, openSqlite } from '../../testing/databases.ts';
import { oneTable } from '../../testing/items.ts';
import type { Database } from '../open.ts';
import { compareTable, isSame } from './compare.ts';
import { copyMissingRows, migratedTables, readRows } from './tables.ts';

const service = oneTable('zoo', (schema) =>
  schema
    .createTable('zoo_visits')
    .addColumn('animal', 'text')
    .addColumn('day', 'bigint')
    .addColumn('note', 'text')
    .addPrimaryKeyConstraint('zoo_visits_key', ['animal', 'day']),
);
type Visit = { animal: string; day: number; note: string | null };
type ZooTables = { zoo_visits: Visit };
const zoo = (db: Database) => db.withTables<ZooTables>();

/** In SQLite's order: upper case, lower case, then the rest. PostgreSQL's collation sorts differently. */
const animals = ['Zebra', 'ant', 'a b', 'a', 'été', 'বাঘ', '🦓', "o'x", ''];
const visits: Visit[] = animals.flatMap((animal) =>
  [-1, 0, 1, 1_795_000_000_000].map((day) => ({
    animal,
    day,
    note: day === 0 ? null : `\\ "${animal}"\n\t`,
  })),
);

async function open() {
  const [source, target] = [await openSqlite([service]), await openPostgres([service])];
  await zoo(source.db).insertInto('zoo_visits').values(visits).execute();
  const table = (await migratedTables(source.db)).find(({ name }) => name === 'zoo_visits');
  if (!table) throw new Error('no such table');
  return {
    source: source.db,
    target: target.db,
    table,
    copy: async (batchSize: number) => {
      for await (const rows of readRows(source.db, table, batchSize))
        await copyMissingRows(target.db, table, rows);
    },
    compare: () => compareTable(source.db, target.db, table, 5),
    async [Symbol.asyncDispose]() {
      await source[Symbol.asyncDispose]();
      await target[Symbol.asyncDispose]();
    },
  };
}

test.each([1, 4, 5, visits.length, 1000])(
  'copies every row unchanged in batches of %i',
  async (batchSize) => {
    await using site = await open();
    await site.copy(batchSize);
    const compared = await site.compare();
    expect(compared).toMatchObject({
      sourceCount: visits.length,
      targetCount: visits.length,
      missing: [],
      differing: [],
    });
    expect(isSame(compared)).toBe(true);
  },
);

test('reports missing, different and additional rows; a second copy adds only the missing ones', async () => {
  await using site = await open();
  await site.copy(7);
  const target = zoo(site.target);
  await target.deleteFrom('zoo_visits').where('animal', '=', 'ant').where('day', '=', 1).execute();
  await target
    .updateTable('zoo_visits')
    .set({ note: '' })
    .where('day', '=', 0)
    .where('animal', '=', 'বাঘ')
    .execute();
  await target.insertInto('zoo_visits').values({ animal: 'ant', day: 2, note: null }).execute();
  const compared = await site.compare();
  expect(compared).toMatchObject({ missing: ['ant 1'], differing: ['বাঘ 0'], targetCount: visits.length });
  expect(isSame(compared)).toBe(false);

  await site.copy(7);
  const after = await site.compare();
  expect(after).toMatchObject({ missing: [], differing: ['বাঘ 0'], targetCount: visits.length + 1 });
  expect(isSame(after)).toBe(false);
});

test('names a row that PostgreSQL rejects, and copies the others of its batch', async () => {
  await using site = await open();
  await zoo(site.source).insertInto('zoo_visits').values({ animal: 'yak', day: 5, note: 'nul \0' }).execute();
  await expect(site.copy(1000)).rejects.toThrow(/^PostgreSQL rejects the row yak 5 of zoo_visits: /);
});
