import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the monthly figures count: the outcome and center of appointments, and late cancellations without a person. */
export const figures: Migration = {
  async up(db) {
    await db.schema
      .alterTable('appointments')
      .addColumn('status', 'text', (c) => c.notNull().defaultTo('booked'))
      .execute();
    await db.schema.alterTable('appointments').addColumn('center_id', 'text').execute();
    await db.schema.alterTable('appointments').addColumn('center_key', 'text').execute();
    const columns = ['day', 'center_key', 'center_id'];
    // Contains every column that is counted, so that the rows themselves are not read.
    await db.schema
      .createIndex('appointments_by_day')
      .on('appointments')
      .columns([...columns, 'status'])
      .execute();
    // Finds the rows that a job still has to fill in.
    await sql`create index appointments_without_center_key on appointments (id) where center_key is null`.execute(
      db,
    );
    await db.schema
      .createTable('late_cancellations')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('center', 'text', (c) => c.notNull())
      .addColumn('center_key', 'text', (c) => c.notNull())
      .addColumn('center_id', 'text')
      .execute();
    await db.schema
      .createIndex('late_cancellations_by_day')
      .on('late_cancellations')
      .columns(columns)
      .execute();
  },
};
