import type { Migration } from 'kysely/migration';

/** Revokes identity tokens that have not expired. */
export const rejectedTokens: Migration = {
  async up(db) {
    await db.schema
      .createTable('refused_tokens')
      .addColumn('user_id', 'text', (c) => c.primaryKey())
      .addColumn('made_until', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('refused_tokens_end').on('refused_tokens').column('made_until').execute();
  },
};
