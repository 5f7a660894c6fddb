import type { Migration } from 'kysely/migration';

/** When the person of a session last proved who they are; null for sessions of the version before. */
export const recentSignIns: Migration = {
  async up(db) {
    await db.schema.alterTable('sessions').addColumn('auth_time', 'bigint').execute();
  },
};
