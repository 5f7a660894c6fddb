import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '../errors.ts';
import { openThreadedSqlite } from '../testing/databases.ts';
import { allOrNone } from './all-or-none.ts';
import { asAnswer } from './away.ts';
import { inTransaction } from './transaction.ts';

type Tables = { item: { name: string; body: string } };
const body = 'x'.repeat(100_000);
const rowOf = (name: string) => ({ name, body });

/** A database that may not grow any more, as on a disk that is full; `makeRoom` lets it. */
async function openFull() {
  const { db: database, ...rest } = await openThreadedSqlite([]);
  onTestFinished(() => rest[Symbol.asyncDispose]());
  const db = database as unknown as Kysely<Tables>;
  await sql`create table item (name text primary key, body text)`.execute(db);
  await db.insertInto('item').values(rowOf('before')).execute();
  // A limit below the size that it has is raised to that.
  await sql`pragma max_page_count = 1`.execute(db);
  return {
    db,
    names: async () =>
      (await db.selectFrom('item').select('name').orderBy('name').execute()).map(({ name }) => name),
    makeRoom: () => sql`pragma max_page_count = 1000000`.execute(db),
  };
}

const add = (db: Kysely<Tables>, name: string) => db.insertInto('item').values(rowOf(name)).returning('name');
const ways: Record<string, (db: Kysely<Tables>, name: string) => Promise<unknown>> = {
  'a statement alone': (db, name) => add(db, name).execute(),
  'statements that each must give a row': (db, name) =>
    allOrNone(db, [
      ['first', add(db, `${name} first`)],
      ['second', add(db, name)],
    ]),
  'a transaction': (db, name) =>
    inTransaction(db, async (trx) => {
      await add(trx, `${name} first`).execute();
      await add(trx, name).execute();
    }),
};

test.each(Object.entries(ways))(
  '%s in a full file: 503, nothing of it is there, and all works when there is room',
  async (_, write) => {
    const { db, names, makeRoom } = await openFull();
    const refused = (await write(db, 'refused').catch((error: unknown) => error)) as Error;
    expect(asAnswer(refused)).toBeInstanceOf(AppError);
    expect(asAnswer(refused)).toMatchObject({
      code: 'unavailable',
      message: 'This could not be saved: our storage takes nothing right now. Please try again later.',
      retryAfter: 30,
    });
    expect(await names()).toEqual(['before']);
    await makeRoom();
    await write(db, 'after');
    expect(await names()).toEqual(expect.arrayContaining(['after', 'before']));
  },
);

test('whoever shares a commit with one that does not fit is told the truth: done, or not', async () => {
  const { db, names, makeRoom } = await openFull();
  await db.deleteFrom('item').execute();
  // Pages that became free hold one or two of these; the others do not fit.
  const told = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => add(db, `item ${n + 10}`).execute()),
  );
  const done = told.flatMap(({ status }, n) => (status === 'fulfilled' ? [`item ${n + 10}`] : []));
  expect(done.length).toBeLessThan(20);
  expect(await names()).toEqual(done);
  await makeRoom();
  await ways['a statement alone']?.(db, 'after');
  expect(await names()).toEqual(['after', ...done]);
});
