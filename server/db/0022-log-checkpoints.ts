import type { Migration } from 'kysely/migration';

/** Where verification of a chain of the staff log starts, after retention deleted the rows before. */
export const logCheckpoints: Migration = {
  async up(db) {
    await db.schema
      .createTable('staff_log_checkpoints')
      .addColumn('chain', 'text', (c) => c.primaryKey())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('mac', 'text', (c) => c.notNull())
      .addColumn('signature', 'text', (c) => c.notNull())
      .execute();
  },
};
