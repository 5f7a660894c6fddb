import { expect, test } from 'vitest';
import { openPostgres, openSqlite } from '../../testing/databases.ts';
import type { Migrations } from '../migrate.ts';
import type { Database } from '../open.ts';
import { compareTable, isSame } from './compare.ts';
import { copyMissingRows, migratedTables, readRows } from './tables.ts';

const service: Migrations = {
  service: 'zoo',
  steps: {
    '0001-start': {
      async up(db) {
        await db.schema
          .createTable('zoo_visits')
          .addColumn('animal', 'text')
          .addColumn('day', 'bigint')
          .addColumn('note', 'text')
          .addPrimaryKeyConstraint('zoo_visits_key', ['animal', 'day'])
          .execute();
      },
    },
  },
};
type Visit = { animal: string; day: number; note: string | null };
type ZooTables = { zoo_visits: Visit };
const zoo = (db: Database) => db.withTables<ZooTables>();

/** In SQLite's order: capitals first, then small letters, then the rest; PostgreSQL's own order is another. */
const animals = ['Zebra', 'ant', 'a b', 'a', 'été', 'বাঘ', '🦓', "o'x", ''];
const visits: Visit[] = animals.flatMap((animal) =>
  [-1, 0, 1, 1_795_000_000_000].map((day) => ({
    animal,
    day,
    note: day === 0 ? null : `\\ "${animal}"\n\t`,
  })),
);

async function open() {
  const [here, there] = [await openSqlite([service]), await openPostgres([service])];
  await zoo(here.db).insertInto('zoo_visits').values(visits).execute();
  const table = (await migratedTables(here.db)).find(({ name }) => name === 'zoo_visits');
  if (!table) throw new Error('no such table');
  return {
    source: here.db,
    target: there.db,
    table,
    copy: async (together: number) => {
      for await (const rows of readRows(here.db, table, together))
        await copyMissingRows(there.db, table, rows);
    },
    compare: () => compareTable(here.db, there.db, table, 5),
    async [Symbol.asyncDispose]() {
      await here[Symbol.asyncDispose]();
      await there[Symbol.asyncDispose]();
    },
  };
}

test.each([1, 4, 5, visits.length, 1000])(
  'every row goes over and reads the same, %i at once',
  async (together) => {
    await using site = await open();
    await site.copy(together);
    const compared = await site.compare();
    expect(compared).toMatchObject({ here: visits.length, there: visits.length, missing: [], differing: [] });
    expect(isSame(compared)).toBe(true);
  },
);

test('what is missing, what differs and what is only there are each found; a second copy adds what is missing alone', async () => {
  await using site = await open();
  await site.copy(7);
  const there = zoo(site.target);
  await there.deleteFrom('zoo_visits').where('animal', '=', 'ant').where('day', '=', 1).execute();
  await there
    .updateTable('zoo_visits')
    .set({ note: '' })
    .where('day', '=', 0)
    .where('animal', '=', 'বাঘ')
    .execute();
  await there.insertInto('zoo_visits').values({ animal: 'ant', day: 2, note: null }).execute();
  const compared = await site.compare();
  expect(compared).toMatchObject({ missing: ['ant 1'], differing: ['বাঘ 0'], there: visits.length });
  expect(isSame(compared)).toBe(false);

  await site.copy(7);
  const after = await site.compare();
  expect(after).toMatchObject({ missing: [], differing: ['বাঘ 0'], there: visits.length + 1 });
  expect(isSame(after)).toBe(false);
});

test('a row that PostgreSQL does not take is named; the others of its batch are there', async () => {
  await using site = await open();
  await zoo(site.source).insertInto('zoo_visits').values({ animal: 'yak', day: 5, note: 'nul \0' }).execute();
  await expect(site.copy(1000)).rejects.toThrow(/^PostgreSQL does not take the row yak 5 of zoo_visits: /);
});
