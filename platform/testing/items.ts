import type { Migrations } from '../database/migrate.ts';

/** A table of names for tests of the database layer. */
export const items: Migrations = {
  service: 'test',
  steps: {
    '0001-start': {
      async up(db) {
        await db.schema
          .createTable('item')
          .addColumn('name', 'text', (c) => c.primaryKey())
          .execute();
      },
    },
  },
};
export type Items = { item: { name: string } };
