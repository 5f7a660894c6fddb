import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from './migrations.ts';
import type { Tables } from './tables.ts';

onBothDatabases([serverMigrations], (open) => {
  test('rejects a second live payment for an appointment', async () => {
    await using database = await open();
    const db = database.db.withTables<Tables>();
    const live = (id: string, status: 'opening' | 'open' | 'canceled') => ({
      id,
      intent_id: `pi_${id}`,
      appointment_id: 'a1',
      status,
      created_at: 1,
      expires_at: 1,
      amount: 500,
      currency: 'usd',
      refunded_amount: 0,
    });
    await db
      .insertInto('payments')
      .values([live('1', 'canceled'), live('2', 'open')])
      .execute();
    await expect(db.insertInto('payments').values(live('3', 'opening')).execute()).rejects.toThrow(/unique/i);
  });
});
