import type { Migrations } from '#platform/database/migrate.ts';
import { events } from './0003-events.ts';
import { chargesAndRefunds } from './0004-charges-and-refunds.ts';
import { authentications } from './0005-authentications.ts';
import { delayedRefunds } from './0006-refunds-in-time.ts';
import { disputes } from './0007-disputes.ts';

export const cardsMigrations: Migrations = {
  service: 'cards',
  steps: {
    '0001-start': {
      async up(db) {
        await db.schema
          .createTable('cards_methods')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('brand', 'text', (c) => c.notNull())
          .addColumn('funding', 'text', (c) => c.notNull())
          .addColumn('last4', 'text', (c) => c.notNull())
          .addColumn('exp_month', 'integer', (c) => c.notNull())
          .addColumn('exp_year', 'integer', (c) => c.notNull())
          .addColumn('outcome', 'text', (c) => c.notNull())
          .addColumn('billing_name', 'text')
          .addColumn('billing_email', 'text')
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .execute();
        await db.schema
          .createTable('cards_intents')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .addColumn('client_secret', 'text', (c) => c.notNull())
          .addColumn('amount', 'bigint', (c) => c.notNull())
          .addColumn('currency', 'text', (c) => c.notNull())
          .addColumn('status', 'text', (c) => c.notNull())
          .addColumn('description', 'text')
          .addColumn('receipt_email', 'text')
          .addColumn('metadata', 'text', (c) => c.notNull())
          .addColumn('method_id', 'text')
          .addColumn('last_refusal', 'text')
          .addColumn('charge_id', 'text')
          .addColumn('refund_id', 'text')
          .addColumn('canceled_at', 'bigint')
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .execute();
        await db.schema
          .createTable('cards_idempotency')
          .addColumn('key', 'text', (c) => c.primaryKey())
          .addColumn('request_hash', 'text', (c) => c.notNull())
          .addColumn('status', 'integer', (c) => c.notNull())
          .addColumn('body', 'text', (c) => c.notNull())
          .addColumn('created_at', 'bigint', (c) => c.notNull())
          .execute();
      },
    },
    '0002-charges-and-lists': {
      async up(db) {
        await db.schema
          .alterTable('cards_intents')
          .addColumn('automatic_methods', 'integer', (c) => c.notNull().defaultTo(0))
          .execute();
        await db.schema.alterTable('cards_intents').addColumn('charged_at', 'bigint').execute();
        await db.schema.alterTable('cards_intents').addColumn('cancellation_reason', 'text').execute();
        await db.schema
          .createIndex('cards_intents_created')
          .on('cards_intents')
          .columns(['created_at', 'id'])
          .execute();
        await db.schema
          .createIndex('cards_idempotency_created')
          .on('cards_idempotency')
          .column('created_at')
          .execute();
      },
    },
    '0003-events': events,
    '0004-charges-and-refunds': chargesAndRefunds,
    '0005-authentications': authentications,
    '0006-refunds-in-time': delayedRefunds,
    '0007-disputes': disputes,
  },
};
