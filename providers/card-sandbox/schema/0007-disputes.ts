import type { Migrations } from '#platform/database/migrate.ts';

/** The owners of some cards dispute a charge after it was paid. */
export const disputes: Migrations['steps'][string] = {
  async up(db) {
    await db.schema.alterTable('cards_methods').addColumn('dispute', 'text').execute();
    await db.schema
      .alterTable('cards_charges')
      .addColumn('disputed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('cards_disputes')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('charge_id', 'text', (c) => c.notNull())
      .addColumn('intent_id', 'text', (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('cards_disputes_of_intent')
      .on('cards_disputes')
      .column('intent_id')
      .execute();
    await db.schema
      .createIndex('cards_disputes_created')
      .on('cards_disputes')
      .columns(['created_at', 'id'])
      .execute();
  },
};
