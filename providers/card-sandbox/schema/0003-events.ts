import type { Migrations } from '#platform/database/migrate.ts';

export const events: Migrations['steps'][string] = {
  async up(db) {
    await db.schema
      .createTable('cards_events')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('object', 'text', (c) => c.notNull())
      .addColumn('previous', 'text')
      .addColumn('request_id', 'text')
      .addColumn('idempotency_key', 'text')
      .addColumn('pending_webhooks', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('cards_events_created')
      .on('cards_events')
      .columns(['created_at', 'id'])
      .execute();
  },
};
