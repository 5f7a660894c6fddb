import { expect } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { COMMIT_SEED } from './commit-seed.ts';
import { simulateRequests } from './simulation/requests.ts';

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(async () => {
    const database = await open();
    return {
      db: database.db.withTables<Tables>(),
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    };
  });

  // `npm run simulate -- --requests` runs a million donors and ten thousand requests.
  test('in a year with kills and two servers, nobody is asked who must not be, and no wave is sent twice', async ({
    db,
  }) => {
    const happened = await simulateRequests({ db, donorCount: 1000, requestCount: 40, seed: COMMIT_SEED });
    expect(happened.asked).toBeGreaterThan(100);
    expect(happened.given).toBeGreaterThan(5);
    expect(happened.kills).toBeGreaterThan(0);
  });
});
