import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the tables as they were then, not the current types.
type AnyDatabase = Kysely<any>;

/**
 * Stores a payment before its PaymentIntent is requested, with at most one live payment per appointment. Adds the
 * receipt to the appointment, the handled provider events, and the payment log.
 */
export const paymentLog: Migration = {
  async up(db) {
    await recreateCharges(db);
    await addReceipts(db);
    await createPaymentLog(db);
  },
};

async function recreateCharges(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('charges').renameTo('charges_before_0003').execute();
  await db.schema
    .createTable('charges')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('appointment_id', 'text', (c) => c.notNull())
    .addColumn('intent_id', 'text')
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('check_at', 'bigint', (c) => c.notNull())
    .execute();
  // Of several open payments only the newest stays open; money for another one is still found through the
  // provider's events.
  await sql`insert into charges (id, appointment_id, intent_id, amount, currency, status, created_at, check_at)
    select intent_id, appointment_id, intent_id, 500, 'usd',
      case when status = 'open' and exists (select 1 from charges_before_0003 as newer
        where newer.appointment_id = older.appointment_id and newer.status = 'open'
        and (newer.created_at > older.created_at
          or (newer.created_at = older.created_at and newer.intent_id > older.intent_id)))
      then 'canceled' else status end, created_at, check_at
    from charges_before_0003 as older`.execute(db);
  // Dropping the table drops its indexes, which the subquery above needed.
  await db.schema.dropTable('charges_before_0003').execute();
  await db.schema.createIndex('charge_of_intent').unique().on('charges').column('intent_id').execute();
  await db.schema.createIndex('charges_of_appointment').on('charges').column('appointment_id').execute();
  await db.schema.createIndex('charges_to_check').on('charges').columns(['status', 'check_at']).execute();
  await sql`create unique index one_live_charge_an_appointment on charges (appointment_id)
    where status in ('opening', 'open')`.execute(db);
}

async function addReceipts(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('appointments').addColumn('paid_at', 'bigint').execute();
  await db.schema.alterTable('appointments').addColumn('paid_amount', 'integer').execute();
  await db.schema.alterTable('appointments').addColumn('paid_currency', 'text').execute();
  await sql`update appointments set paid_amount = 500, paid_currency = 'usd',
    paid_at = coalesce((select created_at from charges where intent_id = appointments.transaction_id), 0)
    where transaction_id is not null`.execute(db);
}

async function createPaymentLog(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('payment_steps')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('appointment_id', 'text', (c) => c.notNull())
    .addColumn('intent_id', 'text')
    .addColumn('step', 'text', (c) => c.notNull())
    .addColumn('by', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('payment_steps_of_appointment')
    .on('payment_steps')
    .column('appointment_id')
    .execute();
  await db.schema.createIndex('payment_steps_of_intent').on('payment_steps').column('intent_id').execute();
  await db.schema
    .createTable('card_events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('card_events_age').on('card_events').column('received_at').execute();
  await db.schema
    .createTable('job_positions')
    .addColumn('job', 'text', (c) => c.primaryKey())
    .addColumn('position', 'bigint', (c) => c.notNull())
    .execute();
}
