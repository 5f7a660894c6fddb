import { expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '#platform/testing/databases.ts';
import { createTestApp } from './test-app.ts';

test('exports the metrics of the database', async () => {
  await using embedded = await createTestApp();
  const onSqlite = await (await embedded.metrics.request('/metrics')).text();
  expect(onSqlite).toMatch(/^database_writes_waiting \d+$/m);
  await using open = new AsyncDisposableStack();
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl'));
  open.defer(drop);
  const app = open.use(await createTestApp({ DATABASE_URL: url }));
  const onPostgres = await (await app.metrics.request('/metrics')).text();
  expect(onPostgres).toMatch(/^database_pool_connections_max\{.*pool="primary".*\} \d+$/m);
});
