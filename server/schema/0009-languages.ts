import type { Migration } from 'kysely/migration';

/** In which language a member reads what is mailed to them; unknown until they sign in again, and English until then. */
export const memberLanguages: Migration = {
  async up(db) {
    await db.schema.alterTable('users').addColumn('language', 'text').execute();
  },
};
