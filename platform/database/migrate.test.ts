import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '../testing/databases.ts';
import { type Migrations, migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

const slow = sql`select pg_sleep(2.5)`;
const slowStep: Migrations = {
  service: 'test',
  steps: { '0001-slow': { up: async (db) => void (await slow.execute(db)) } },
};

test('replicas that start at once on an empty PostgreSQL: neither a slow migration nor who waits for it is ended by the limit for statements', async () => {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  const replicas = await Promise.all(
    [1, 2, 3, 4].map(() => openDatabase({ url: `${url}?statement_timeout=1000` })),
  );
  await Promise.all(replicas.map((db) => migrate(db, [slowStep])));
  for (const db of replicas) {
    await expect(slow.execute(db)).rejects.toThrow('statement timeout');
    await db.destroy();
  }
  await drop();
});
