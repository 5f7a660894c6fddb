import { expect, test } from 'vitest';
import { createLog } from '#platform/observability/log.ts';
import { openSqlite } from '#platform/testing/databases.ts';
import { createCardSandbox } from './sandbox.ts';
import { cardsMigrations } from './schema/migrations.ts';

test('there is no sandbox in production', async () => {
  await using database = await openSqlite([cardsMigrations]);
  const asked: string[] = [];
  const made = createCardSandbox({
    production: true,
    db: database.db,
    secrets: async (name) => String(asked.push(name)),
    clock: Date.now,
    log: createLog('silent'),
    outbox: { add: async () => {} },
    url: 'http://localhost:3000/cards',
    endpoint: { url: 'http://localhost:3000/api/stripe/webhook', fetch },
  });
  await expect(made).rejects.toThrow('not in production');
  expect(asked).toEqual([]);
});
