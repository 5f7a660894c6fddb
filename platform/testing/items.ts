import type { Migrations } from '../database/migrate.ts';

/** One table of names, for tests of a database itself. */
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
