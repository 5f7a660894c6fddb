import type { Migration } from 'kysely/migration';
import type { Migrations } from '#platform/database/migrate.ts';

const start: Migration = {
  async up(db) {
    await db.schema
      .createTable('images_pictures')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('width', 'integer', (c) => c.notNull())
      .addColumn('height', 'integer', (c) => c.notNull())
      .addColumn('bytes', 'integer', (c) => c.notNull())
      .addColumn('format', 'text', (c) => c.notNull())
      .addColumn('placeholder', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};

/** Existing pictures become new as of their creation: the job then asks the product which of them are published. */
const states: Migration = {
  async up(db) {
    const table = db.schema.alterTable('images_pictures');
    await table.addColumn('state', 'text', (c) => c.notNull().defaultTo('new')).execute();
    await table.addColumn('state_at', 'bigint', (c) => c.notNull().defaultTo(0)).execute();
    await db
      .updateTable('images_pictures')
      .set((e) => ({ state_at: e.ref('created_at') }))
      .execute();
    await db.schema
      .createIndex('images_pictures_by_state')
      .on('images_pictures')
      .columns(['state', 'state_at'])
      .execute();
  },
};

export const imagesMigrations: Migrations = {
  service: 'images',
  steps: { '0001-start': start, '0002-states': states },
};
