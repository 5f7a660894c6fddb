import type { Migrations } from '../database/migrate.ts';

export const platformMigrations: Migrations = {
  service: 'platform',
  steps: {
    '0001-start': {
      async up(db) {
        await db.schema
          .createTable('platform_outbox')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('kind', 'text', (c) => c.notNull())
          .addColumn('payload', 'text', (c) => c.notNull())
          .addColumn('due_at', 'bigint', (c) => c.notNull())
          .addColumn('attempts', 'integer', (c) => c.notNull())
          .addColumn('last_error', 'text')
          .execute();
        await db.schema.createIndex('platform_outbox_due').on('platform_outbox').column('due_at').execute();
        await db.schema
          .createTable('platform_secret')
          .addColumn('name', 'text', (c) => c.primaryKey())
          .addColumn('value', 'text', (c) => c.notNull())
          .execute();
      },
    },
  },
};
