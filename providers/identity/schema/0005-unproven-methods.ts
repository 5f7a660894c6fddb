import type { Migration } from 'kysely/migration';

/** Whether the sign-in methods of a confirmed account were ever shown to be the address owner's. */
export const unprovenMethods: Migration = {
  async up(db) {
    await db.schema
      .alterTable('identity_account')
      .addColumn('unproven', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('identity_code').addColumn('owner_proven', 'integer').execute();
    await db.schema
      .createIndex('identity_code_of_email')
      .on('identity_code')
      .columns(['email', 'purpose'])
      .execute();
  },
};
