import type { Migration } from 'kysely/migration';

/** Finds the first charge, and the live ones that are due, without reading all of them, which never become fewer. */
export const chargesByAge: Migration = {
  async up(db) {
    await db.schema.createIndex('charges_by_age').on('charges').column('created_at').execute();
  },
};
