import { readFile } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#platform/database/migrate.ts';
import { openDatabase } from '#platform/database/open.ts';
import { platformMigrations } from '#platform/database/schema/migrations.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Tables } from '#server/db/tables.ts';
import { markPaid } from '#server/features/payments/appointment-repository.ts';
import {
  createDistributedDatabase,
  createUnprivilegedDatabase,
  distributeDatabase,
  fakeCitusSql,
  runSql,
} from '#server/testing/distributed-database.ts';

test('cannot distribute the tables as migrated, because their keys lack the distribution column', async () => {
  const { url, drop } = await createUnprivilegedDatabase();
  onTestFinished(drop);
  const database = await openDatabase({ url });
  await migrate(database, [platformMigrations, serverMigrations]);
  await database.destroy();
  await runSql(url, await readFile(fakeCitusSql, 'utf8'));
  for (const [table, column] of [
    ['appointments', 'user_id'],
    ['charges', 'appointment_id'],
    ['payment_steps', 'appointment_id'],
  ]) {
    const distributing = runSql(url, `select create_distributed_table('${table}', '${column}')`);
    await expect(distributing).rejects.toThrow(`cannot create constraint on "${table}"`);
    const truncating = runSql(url, `select truncate_local_data_after_distributing_table('${table}')`);
    await expect(truncating).rejects.toThrow('not a distributed relation');
  }
  await runSql(url, `select create_distributed_table('transactions', 'transaction_id')`);
  const colocated = `select create_distributed_table('reviews', 'id', colocate_with => 'sessions')`;
  await expect(runSql(url, colocated)).rejects.toThrow('sessions is not distributed');
});

test('rejects the statements that Citus rejects for distributed tables', async () => {
  const { url, drop } = await createDistributedDatabase();
  onTestFinished(drop);
  const rejected = {
    'update "appointments" set "user_id" = \'u2\' where "user_id" = \'u1\'': 'modifying the partition value',
    'select "charges"."id" from "charges" join "appointments" on "appointments"."id" = "charges"."appointment_id"':
      'including a distributed one',
    'select "id" from "appointments" where "id" = $1 for update': 'FOR UPDATE',
    'with a as (select "id" from "users" for update), b as (insert into "appointments" select) select 1':
      'including a distributed one',
    'with a as (delete from "identity_session" returning "id") delete from "identity_account"':
      'including a distributed one',
  };
  for (const [statement, why] of Object.entries(rejected)) {
    const outcome = await runSql(url, statement.replace('$1', "'a1'")).catch(({ code, message }) => [
      code,
      message,
    ]);
    expect([statement, outcome]).toEqual([statement, ['0A000', expect.stringContaining(why)]]);
  }
  await runSql(url, `prepare own as select "id" from "appointments" where "user_id" = $1 for update`);
  await runSql(url, `select "id" from "users" for update`);
});

/** An appointment that a server of the previous version has marked as paid. */
const paidBefore = `insert into appointments (id, user_id, email, name, phone, center, blood_group, day, transaction_id)
  values ('a1', 'u1', 'rahim@example.org', 'Rahim Uddin', '01712345678', 'Dhaka', 'O+', '2026-11-25', 'pi_1'),
         ('a2', 'u2', 'karim@example.org', 'Karim Uddin', '01712345679', 'Dhaka', 'O+', '2026-11-25', null)`;

test('rejects a transaction that the previous version has used, after the tables are distributed', async () => {
  const { url, drop } = await distributeDatabase((databaseUrl) => runSql(databaseUrl, paidBefore));
  onTestFinished(drop);
  const database = await openDatabase({ url });
  onTestFinished(() => database.destroy());
  const db = database.withTables<Tables>();
  const pay = (intentId: string) =>
    db
      .transaction()
      .execute((trx) => markPaid(trx, 'a2', { intentId, amount: 500, currency: 'usd', paidAt: 1 }));
  await expect(pay('pi_1')).rejects.toThrow(/unique/);
  expect(await pay('pi_2')).toMatchObject({ id: 'a2', transaction_id: 'pi_2' });
});
