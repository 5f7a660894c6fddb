import { expect, test } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { createCardSandbox } from './sandbox.ts';
import { cardsMigrations } from './schema/migrations.ts';

test('cannot be created in production', async () => {
  await using database = await openSqlite([cardsMigrations]);
  const requestedSecrets: string[] = [];
  const sandbox = createCardSandbox({
    production: true,
    db: database.db,
    getSecret: async (name) => String(requestedSecrets.push(name)),
    clock: Date.now,
    log: createLog('silent'),
    outbox: { add: async () => {} },
    url: 'http://localhost:3000/cards',
    siteName: async () => 'Blood Buddies',
    endpoint: { url: 'http://localhost:3000/api/stripe/webhook', fetch },
  });
  await expect(sandbox).rejects.toThrow('not allowed in production');
  expect(requestedSecrets).toEqual([]);
});
