import type { Migrations } from '#platform/database/migrate.ts';

/** Refunds of some cards succeed or fail only some time after the request. */
export const delayedRefunds: Migrations['steps'][string] = {
  async up(db) {
    await db.schema
      .alterTable('cards_methods')
      .addColumn('refund', 'text', (c) => c.notNull().defaultTo('succeeds'))
      .execute();
    await db.schema
      .alterTable('cards_refunds')
      .addColumn('status', 'text', (c) => c.notNull().defaultTo('succeeded'))
      .execute();
    await db.schema.alterTable('cards_refunds').addColumn('changes_at', 'bigint').execute();
    await db.schema.createIndex('cards_refunds_changes').on('cards_refunds').column('changes_at').execute();
  },
};
