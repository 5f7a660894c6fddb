import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Makes the transaction id the primary key of a separate table, so that it stays unique when appointments are distributed by
 * owner. The previous version pays without adding a row here: the unique index on appointments remains, and
 * deploy/citus.sql adds the missing rows.
 */
export const transactions: Migration = {
  async up(db) {
    await db.schema
      .createTable('transactions')
      .addColumn('transaction_id', 'text', (c) => c.primaryKey())
      .addColumn('appointment_id', 'text', (c) => c.notNull())
      .execute();
    await sql`insert into transactions (transaction_id, appointment_id)
      select transaction_id, id from appointments where transaction_id is not null`.execute(db);
  },
};
