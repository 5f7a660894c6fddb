import type { Migration } from 'kysely/migration';

/**
 * Records partial and failed refunds and disputes on the payment, schedules checks of open payments, and gives the site
 * an id. Every column is nullable or has a default: the previous version keeps running.
 */
export const paymentDecisions: Migration = {
  async up(db) {
    await db.schema
      .alterTable('charges')
      .addColumn('refunded_amount', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('charges').addColumn('problem', 'text').execute();
    await db.schema.alterTable('charges').addColumn('dispute', 'text').execute();
    await db.schema.alterTable('charges').addColumn('seen_at', 'bigint').execute();
    await db.schema.alterTable('charges').addColumn('look_at', 'bigint').execute();
    await db.schema.createIndex('charges_to_look').on('charges').columns(['status', 'look_at']).execute();
    await db.schema
      .createIndex('charges_disputed')
      .on('charges')
      .column('dispute')
      .where('dispute', 'is not', null)
      .execute();
    await db.schema
      .createTable('site_settings')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();
  },
};
