import { expect, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from './migrations.ts';
import type { Tables } from './tables.ts';
import { migrationsBefore } from './testing/before.ts';

const previous = migrationsBefore('0003-payment-trail');

/** The charges of the previous release. */
type OldTables = {
  charges: {
    intent_id: string;
    appointment_id: string;
    status: string;
    created_at: number;
    check_at: number;
  };
  appointments: Omit<
    Tables['appointments'],
    'paid_at' | 'paid_amount' | 'paid_currency' | 'reminded_day' | 'moves'
  >;
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
  refunded_at: null,
});
const charge = (intentId: string, appointmentId: string, status: string, at: number) => ({
  intent_id: intentId,
  appointment_id: appointmentId,
  status,
  created_at: at,
  check_at: at,
});

onBothDatabases([previous], (open) => {
  test('what was paid, open or given back before there was a trail still is', async () => {
    await using database = await open();
    const old = database.db.withTables<OldTables>();
    await old
      .insertInto('appointments')
      .values([appointment('a1', 'pi_1'), appointment('a2', null), appointment('a3', 'pi_lost')])
      .execute();
    await old
      .insertInto('charges')
      .values([
        charge('pi_1', 'a1', 'succeeded', 1000),
        charge('pi_2', 'a2', 'open', 2000),
        charge('pi_3', 'a2', 'open', 3000),
        charge('pi_4', 'gone', 'refunded', 4000),
      ])
      .execute();

    await migrate(database.db, [serverMigrations]);

    const db = database.db.withTables<Tables>();
    const charges = await db.selectFrom('charges').selectAll().orderBy('created_at').execute();
    expect(
      charges.map(({ intent_id, status, amount, currency }) => [intent_id, status, amount, currency]),
    ).toEqual([
      ['pi_1', 'succeeded', 500, 'usd'],
      ['pi_2', 'canceled', 500, 'usd'],
      ['pi_3', 'open', 500, 'usd'],
      ['pi_4', 'refunded', 500, 'usd'],
    ]);
    const rows = await db.selectFrom('appointments').selectAll().orderBy('id').execute();
    expect(rows.map(({ id, paid_at, paid_amount }) => [id, paid_at, paid_amount])).toEqual([
      ['a1', 1000, 500],
      ['a2', null, null],
      ['a3', 0, 500],
    ]);
  });

  test('an appointment has one live charge: the database refuses a second one', async () => {
    await using database = await open();
    await migrate(database.db, [serverMigrations]);
    const db = database.db.withTables<Tables>();
    const live = (id: string, status: 'opening' | 'open' | 'canceled') => ({
      ...charge(`pi_${id}`, 'a1', status, 1),
      id,
      status,
      amount: 500,
      currency: 'usd',
      refunded_amount: 0,
    });
    await db
      .insertInto('charges')
      .values([live('1', 'canceled'), live('2', 'open')])
      .execute();
    await expect(db.insertInto('charges').values(live('3', 'opening')).execute()).rejects.toThrow(/unique/i);
  });
});
