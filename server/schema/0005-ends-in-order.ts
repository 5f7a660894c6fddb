import type { Migration } from 'kysely/migration';

/** What has ended is found without reading the whole table, which at some size takes longer than a statement may. */
export const endsInOrder: Migration = {
  async up(db) {
    await db.schema.createIndex('sessions_end').on('sessions').column('expires_at').execute();
  },
};
