import { expect, test } from 'vitest';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { createRequestLimit } from '../http/limits.ts';
import { onBothDatabases, openPostgres } from '../testing/databases.ts';
import { createDatabaseLimiters, createMemoryLimiters, removeExpiredLimits } from './rate-limits.ts';

const twice = { points: 2, seconds: 60 };
const tooMany = { code: 'too-many-requests' };

test('two processes on one database count together, by name and by key', async () => {
  await using database = await openPostgres([]);
  const [here, there] = [1, 2].map(() =>
    createRequestLimit(createDatabaseLimiters(database.db)('uploads', twice)),
  );
  const other = createRequestLimit(createDatabaseLimiters(database.db)('reports', twice));
  await here?.('rahim');
  await there?.('rahim');
  await expect(here?.('rahim')).rejects.toMatchObject(tooMany);
  await expect(there?.('rahim')).rejects.toMatchObject(tooMany);
  await there?.('karim');
  await other('rahim');
  await there?.giveBack('karim');
  await here?.('karim');
});

test('of many at once over two processes no more than the limit are let in', async () => {
  await using database = await openPostgres([]);
  const limits = [1, 2].map(() =>
    createRequestLimit(createDatabaseLimiters(database.db)('uploads', { points: 10, seconds: 60 })),
  );
  const tries = Array.from({ length: 60 }, (_, n) => limits[n % 2]?.('rahim'));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('a count can be looked at, raised and forgotten, as the limits of sign-ins are', async () => {
  await using database = await openPostgres([]);
  const [here, there] = [1, 2].map(() => createDatabaseLimiters(database.db, 5)('wrong', twice));
  expect(await here?.get('rahim')).toBeNull();
  await here?.penalty('rahim');
  expect(await there?.get('rahim')).toMatchObject({ consumedPoints: 1, remainingPoints: 9 });
  await there?.delete('rahim');
  expect(await here?.get('rahim')).toBeNull();
});

const countsIn = (db: Database) =>
  db.withTables<PlatformTables>().selectFrom('platform_limits').selectAll().execute();

test('whom it counts by does not rest in the database; floods are counted by each process for itself', async () => {
  await using database = await openPostgres([]);
  await createRequestLimit(createDatabaseLimiters(database.db)('mails', twice))('rahim@example.com');
  const rows = await countsIn(database.db);
  expect(rows).toMatchObject([{ points: 1, key: expect.stringMatching(/^[\w-]{43}$/) }]);
  const [here, there] = [1, 2].map(() =>
    createRequestLimit(createDatabaseLimiters(database.db)('requests', { ...twice, flood: true })),
  );
  for (const count of [here, there, here, there]) await count?.('rahim');
  await expect(here?.('rahim')).rejects.toMatchObject(tooMany);
  expect(await countsIn(database.db)).toEqual(rows);
});

test('with the database away each process counts for itself, and lets nobody have more', async () => {
  const database = await openPostgres([]);
  const count = createRequestLimit(createDatabaseLimiters(database.db)('uploads', twice));
  await database[Symbol.asyncDispose]();
  for (let n = 0; n < 2; n += 1) await count('rahim');
  await expect(count('rahim')).rejects.toMatchObject(tooMany);
});

test('in memory the scale multiplies them, and never to nothing', async () => {
  const wide = createRequestLimit(createMemoryLimiters(2)('uploads', twice));
  for (let n = 0; n < 4; n += 1) await wide('rahim');
  await expect(wide('rahim')).rejects.toMatchObject(tooMany);
  await createRequestLimit(createMemoryLimiters(0.001)('uploads', twice))('rahim');
});

onBothDatabases([], (open) => {
  test('what is over is forgotten, what still counts is not', async () => {
    await using database = await open();
    const db = database.db.withTables<PlatformTables>();
    // The last is of a clock that was days ahead: no limit of ours lasts as long.
    for (const expire of [1000, 2000, 3000, 2000 + 86_700_001]) {
      await db
        .insertInto('platform_limits')
        .values({ key: `until ${expire}`, points: 1, expire })
        .execute();
    }
    await removeExpiredLimits(database.db, 2000);
    expect(await countsIn(database.db)).toMatchObject([{ key: 'until 3000' }]);
  });
});
