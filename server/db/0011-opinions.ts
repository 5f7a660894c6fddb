import type { Migration } from 'kysely/migration';

/** Stores opinions submitted for publication. The published ones are shown with the reviews. */
export const opinions: Migration = {
  async up(db) {
    await db.schema
      .createTable('opinions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('appointment_id', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('shown_name', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('decided_at', 'bigint')
      .execute();
    await db.schema.createIndex('opinions_of_user').on('opinions').column('user_id').execute();
    await db.schema
      .createIndex('opinion_of_appointment')
      .unique()
      .on('opinions')
      .column('appointment_id')
      .execute();
    await db.schema
      .createIndex('opinions_by_state')
      .on('opinions')
      .columns(['state', 'decided_at', 'id'])
      .execute();
  },
};
