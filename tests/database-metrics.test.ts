import { expect, test } from 'vitest';
import { createPostgresApp, createTestApp } from './test-app.ts';

test('exports the metrics of the database', async () => {
  await using embedded = await createTestApp();
  const onSqlite = await (await embedded.metrics.request('/metrics')).text();
  expect(onSqlite).toMatch(/^database_writes_waiting \d+$/m);
  await using pooled = await createPostgresApp();
  const onPostgres = await (await pooled.metrics.request('/metrics')).text();
  expect(onPostgres).toMatch(/^database_pool_connections_max(\{.*\})? \d+$/m);
});
