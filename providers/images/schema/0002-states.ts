import type { Migration } from 'kysely/migration';

/** What was here before counts as new since it was made: the job asks the product about it. */
export const states: Migration = {
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
