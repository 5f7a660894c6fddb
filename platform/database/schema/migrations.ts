import type { Migrations } from '../migrate.ts';

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
    // The schema that rate-limiter-flexible requires.
    '0002-limits': {
      async up(db) {
        await db.schema
          .createTable('platform_limits')
          .addColumn('key', 'text', (c) => c.primaryKey())
          .addColumn('points', 'integer', (c) => c.notNull())
          .addColumn('expire', 'bigint')
          .execute();
        await db.schema.createIndex('platform_limits_over').on('platform_limits').column('expire').execute();
      },
    },
    '0003-heartbeat': {
      async up(db) {
        await db.schema
          .createTable('platform_heartbeat')
          .addColumn('name', 'text', (c) => c.primaryKey())
          .addColumn('at', 'bigint', (c) => c.notNull())
          .execute();
      },
    },
    '0004-jobs': {
      async up(db) {
        await db.schema
          .createTable('platform_job')
          .addColumn('name', 'text', (c) => c.primaryKey())
          .addColumn('holder', 'text', (c) => c.notNull())
          .addColumn('due_at', 'bigint', (c) => c.notNull())
          .execute();
      },
    },
    // Nullable, because the previous version still adds rows without it.
    '0005-outbox-requests': {
      async up(db) {
        await db.schema.alterTable('platform_outbox').addColumn('request_id', 'text').execute();
      },
    },
    // Rejected messages have a separate table, because the previous version would deliver them from platform_outbox.
    '0006-outbox-claims': {
      async up(db) {
        await db.schema.alterTable('platform_outbox').addColumn('claim', 'text').execute();
        await db.schema
          .createTable('platform_outbox_rejected')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('kind', 'text', (c) => c.notNull())
          .addColumn('payload', 'text', (c) => c.notNull())
          .addColumn('reason', 'text', (c) => c.notNull())
          .addColumn('rejected_at', 'bigint', (c) => c.notNull())
          .addColumn('expires_at', 'bigint', (c) => c.notNull())
          .addColumn('request_id', 'text')
          .execute();
        await db.schema
          .createIndex('platform_outbox_rejected_expiry')
          .on('platform_outbox_rejected')
          .column('expires_at')
          .execute();
      },
    },
    // The previous version adds rows without a requester, at turn 0, and claims in the order of due_at.
    '0007-outbox-turns': {
      async up(db) {
        await db.schema.alterTable('platform_outbox').addColumn('requester', 'text').execute();
        await db.schema
          .alterTable('platform_outbox')
          .addColumn('turn', 'integer', (c) => c.notNull().defaultTo(0))
          .execute();
        await db.schema
          .createIndex('platform_outbox_turn')
          .on('platform_outbox')
          .columns(['turn', 'due_at'])
          .execute();
        await db.schema
          .createIndex('platform_outbox_requester')
          .on('platform_outbox')
          .columns(['requester', 'turn'])
          .execute();
      },
    },
  },
};
