import { expect, test, vi } from 'vitest';
import type { Database } from '../database/open.ts';
import type { PlatformTables } from '../database/schema/tables.ts';
import { createRequestLimit } from '../http/limits.ts';
import { getContext, runWithContext } from '../observability/request-context.ts';
import { onBothDatabases, openPostgres } from '../testing/databases.ts';
import { createDatabaseLimiters, createMemoryLimiters, removeExpiredLimits } from './rate-limits.ts';

const twice = { points: 2, seconds: 60 };
const tooMany = { code: 'too-many-requests' };

test('two processes on one database share counts, by name and key', async () => {
  await using database = await openPostgres([]);
  const [firstProcess, secondProcess] = [1, 2].map(() =>
    createRequestLimit(createDatabaseLimiters(database.db)('uploads', twice)),
  );
  const other = createRequestLimit(createDatabaseLimiters(database.db)('reports', twice));
  await firstProcess?.('rahim');
  await secondProcess?.('rahim');
  await expect(firstProcess?.('rahim')).rejects.toMatchObject(tooMany);
  await expect(secondProcess?.('rahim')).rejects.toMatchObject(tooMany);
  await secondProcess?.('karim');
  await other('rahim');
  await secondProcess?.giveBack('karim');
  await firstProcess?.('karim');
});

test('allows no more than the limit for many concurrent requests to two processes', async () => {
  await using database = await openPostgres([]);
  const limits = [1, 2].map(() =>
    createRequestLimit(createDatabaseLimiters(database.db)('uploads', { points: 10, seconds: 60 })),
  );
  const attempts = Array.from({ length: 60 }, (_, n) => limits[n % 2]?.('rahim'));
  const results = await Promise.allSettled(attempts);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
});

test('reads, increases and deletes a count, as sign-in limits need it', async () => {
  await using database = await openPostgres([]);
  const [firstProcess, secondProcess] = [1, 2].map(() =>
    createDatabaseLimiters(database.db, 5)('wrong', twice),
  );
  expect(await firstProcess?.get('rahim')).toBeNull();
  await firstProcess?.penalty('rahim');
  expect(await secondProcess?.get('rahim')).toMatchObject({ consumedPoints: 1, remainingPoints: 9 });
  await secondProcess?.delete('rahim');
  expect(await firstProcess?.get('rahim')).toBeNull();
});

const countsIn = (db: Database) =>
  db.withTables<PlatformTables>().selectFrom('platform_limits').selectAll().execute();

test('stores no key in plain text; each process counts floods separately', async () => {
  await using database = await openPostgres([]);
  await createRequestLimit(createDatabaseLimiters(database.db)('mails', twice))('rahim@example.com');
  const rows = await countsIn(database.db);
  expect(rows).toMatchObject([{ points: 1, key: expect.stringMatching(/^[\w-]{43}$/) }]);
  const [firstProcess, secondProcess] = [1, 2].map(() =>
    createRequestLimit(createDatabaseLimiters(database.db)('requests', { ...twice, flood: true })),
  );
  for (const count of [firstProcess, secondProcess, firstProcess, secondProcess]) await count?.('rahim');
  await expect(firstProcess?.('rahim')).rejects.toMatchObject(tooMany);
  expect(await countsIn(database.db)).toEqual(rows);
});

test('counts per process while the database is unavailable', async () => {
  const database = await openPostgres([]);
  const count = createRequestLimit(createDatabaseLimiters(database.db)('uploads', twice));
  await database[Symbol.asyncDispose]();
  for (let n = 0; n < 2; n += 1) await count('rahim');
  await expect(count('rahim')).rejects.toMatchObject(tooMany);
});

test('scales limits in memory, but never to 0', async () => {
  const wide = createRequestLimit(createMemoryLimiters(2)('uploads', twice));
  for (let n = 0; n < 4; n += 1) await wide('rahim');
  await expect(wide('rahim')).rejects.toMatchObject(tooMany);
  await createRequestLimit(createMemoryLimiters(0.001)('uploads', twice))('rahim');
});

onBothDatabases([], (open) => {
  test('deletes expired counts only', async () => {
    await using database = await open();
    const db = database.db.withTables<PlatformTables>();
    // The last row was written with a clock that was days ahead, because no limit lasts that long.
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

test('a timer that waits for the end of a count does not keep the request that it counts', async () => {
  const contexts: unknown[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((() => {
    contexts.push(getContext());
    return { unref() {} };
  }) as unknown as typeof setTimeout);
  const limiter = createMemoryLimiters()('uploads', twice);
  await runWithContext({ requestId: '1' }, () => limiter.consume('rahim'));
  await runWithContext({ requestId: '2' }, () => limiter.penalty('karim'));
  vi.restoreAllMocks();
  expect(contexts).toEqual([undefined, undefined]);
});
