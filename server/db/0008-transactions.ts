import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * A transaction pays one appointment: now also by a key of its own, which still decides when appointments are spread
 * over several nodes by whose they are. Servers of the version before pay without a row here: the unique index on
 * appointments stays, and deploy/citus.sql adds what is missing.
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
