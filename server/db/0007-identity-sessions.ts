import type { Migration } from 'kysely/migration';

/** Links access tokens to identity sessions, and records ended identity sessions. */
export const identitySessions: Migration = {
  async up(db) {
    await db.schema.alterTable('sessions').addColumn('identity_session', 'text').execute();
    await db.schema
      .createTable('ended_identity_sessions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('ended_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('ended_identity_sessions_end')
      .on('ended_identity_sessions')
      .column('ended_at')
      .execute();
  },
};
