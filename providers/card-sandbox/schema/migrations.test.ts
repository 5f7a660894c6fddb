import { expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { createTestSandbox } from '../testing/sandbox.ts';
import { cardsMigrations } from './migrations.ts';

const { service, steps } = cardsMigrations;
const start = Object.keys(steps)[0] ?? '';
const first = { service, steps: { [start]: steps[start] as NonNullable<(typeof steps)[string]> } };

const oldIntent = {
  ...{ id: 'pi_then', client_secret: 'pi_then_secret_1', amount: 500, currency: 'usd', status: 'succeeded' },
  ...{ method_id: 'pm_then', charge_id: 'ch_then', refund_id: 're_then', metadata: '{"appointmentId":"a1"}' },
  created_at: 1_790_000_000_500,
};
const oldMethod = {
  ...{ id: 'pm_then', brand: 'visa', funding: 'credit', last4: '4242', exp_month: 12, exp_year: 2040 },
  ...{ outcome: 'success', created_at: 1_790_000_000_000 },
};

onBothDatabases([first], (open) => {
  test('keeps payments of the first schema', async () => {
    await using sandbox = await createTestSandbox(async () => {
      const database = await open();
      const tables = database.db.withTables<Record<string, Record<string, unknown>>>();
      await tables.insertInto('cards_methods').values(oldMethod).execute();
      await tables.insertInto('cards_intents').values(oldIntent).execute();
      await migrate(database.db, [cardsMigrations]);
      return database;
    });
    const charge = {
      id: 'ch_then',
      paid: true,
      created: 1_790_000_000,
      amount_refunded: 500,
      refunded: true,
    };
    expect(await sandbox.find('pi_then')).toMatchObject({
      status: 'succeeded',
      amount_received: 500,
      allowed_payment_method_types: ['card'],
      latest_charge: charge,
      metadata: { appointmentId: 'a1' },
    });
    const refund = { amount: 500, charge_id: 'ch_then', intent_id: 'pi_then', status: 'succeeded' };
    expect(await sandbox.rows('cards_refunds')).toMatchObject([{ id: 're_then', ...refund }]);
    expect((await sandbox.createIntent()).status).toBe('requires_payment_method');
  });
});
