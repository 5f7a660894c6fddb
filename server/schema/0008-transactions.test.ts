import { expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from './migrations.ts';
import type { Tables } from './tables.ts';
import { migrationsBefore } from './testing/before.ts';

/** The appointments of the previous release. */
type OldTables = Omit<Tables, 'appointments'> & {
  appointments: Omit<Tables['appointments'], 'reminded_day' | 'moves'>;
};

const appointment = (id: string, transactionId: string | null) => ({
  id,
  user_id: 'u1',
  email: 'rahim@example.org',
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical College',
  blood_group: 'O+',
  opinion: null,
  day: `2026-11-2${id.slice(-1)}`,
  transaction_id: transactionId,
  paid_at: null,
  paid_amount: null,
  paid_currency: null,
  refunded_at: null,
});

onBothDatabases([migrationsBefore('0008-transactions')], (open) => {
  test('what was paid keeps its transaction; servers of the version before go on, held to one appointment each', async () => {
    await using database = await open();
    const db = database.db.withTables<OldTables>();
    const add = (id: string, transactionId: string | null) =>
      db.insertInto('appointments').values(appointment(id, transactionId)).execute();
    await add('a1', 'pi_1');
    await add('a2', null);
    await migrate(database.db, [serverMigrations]);
    expect(await db.selectFrom('transactions').selectAll().execute()).toEqual([
      { transaction_id: 'pi_1', appointment_id: 'a1' },
    ]);
    await add('a3', 'pi_3');
    await expect(add('a4', 'pi_3')).rejects.toThrow(/unique/i);
  });
});
