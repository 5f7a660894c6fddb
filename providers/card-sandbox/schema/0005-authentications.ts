import type { Migrations } from '#platform/database/migrate.ts';

export const authentications: Migrations['steps'][string] = {
  async up(db) {
    await db.schema
      .createTable('cards_authentications')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('intent_id', 'text', (c) => c.notNull())
      .addColumn('method_id', 'text', (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('return_url', 'text')
      .addColumn('answer', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .alterTable('cards_methods')
      .addColumn('authentication', 'text', (c) => c.notNull().defaultTo('never'))
      .execute();
    await db.schema.alterTable('cards_intents').addColumn('authentication_id', 'text').execute();
    await db.schema.alterTable('cards_charges').addColumn('authentication_id', 'text').execute();
    await db.schema
      .createIndex('cards_charges_authentication')
      .on('cards_charges')
      .column('authentication_id')
      .execute();
  },
};
