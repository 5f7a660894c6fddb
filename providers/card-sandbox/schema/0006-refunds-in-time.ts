import type { Migrations } from '#platform/database/migrate.ts';

/** Of some cards a refund is not the end: it succeeds, or fails, some time after it was asked for. */
export const refundsInTime: Migrations['steps'][string] = {
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
