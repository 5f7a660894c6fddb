import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Centers, their series of clinics and closings, and the places of each day that was used. */
export const centers: Migration = {
  async up(db) {
    await db.schema
      .createTable('centers')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_key', 'text', (c) => c.notNull())
      .addColumn('address', 'text', (c) => c.notNull())
      .addColumn('time_zone', 'text', (c) => c.notNull())
      .addColumn('map_url', 'text')
      .addColumn('notes', 'text')
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('changed_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('one_center_per_name').unique().on('centers').column('name_key').execute();
    await db.schema
      .createTable('center_series')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('center_id', 'text', (c) => c.notNull())
      .addColumn('rule', 'text', (c) => c.notNull())
      .execute();
    await db.schema.createIndex('series_of_center').on('center_series').column('center_id').execute();
    await db.schema
      .createTable('center_closings')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('center_id', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('opens', 'text', (c) => c.notNull())
      .addColumn('closes', 'text', (c) => c.notNull())
      .addColumn('message', 'text')
      .execute();
    await db.schema
      .createIndex('closings_of_center')
      .on('center_closings')
      .columns(['center_id', 'day'])
      .execute();
    await db.schema
      .createTable('places')
      .addColumn('center_id', 'text', (c) => c.notNull())
      .addColumn('day', 'text', (c) => c.notNull())
      .addColumn('time', 'text', (c) => c.notNull())
      .addColumn('capacity', 'integer', (c) => c.notNull())
      .addColumn('taken', 'integer', (c) => c.notNull())
      .addColumn('closed', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('places_key', ['center_id', 'day', 'time'])
      .execute();
    await db.schema.alterTable('appointments').addColumn('place_time', 'text').execute();
    // Finds the appointments of a center. A text that names no center costs nothing.
    await sql`create index appointments_of_center on appointments (center_id, day)
      where center_id is not null`.execute(db);
  },
};
