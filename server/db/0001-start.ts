import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the tables as they were then, not the current types.
type AnyDatabase = Kysely<any>;

export const initialSchema: Migration = {
  async up(db) {
    await createUsers(db);
    await createContent(db);
    await createAppointments(db);
  },
};

async function createUsers(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema.createIndex('sessions_of_user').on('sessions').column('user_id').execute();
}

async function createContent(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('reviews')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('member_type', 'text', (c) => c.notNull())
    .addColumn('view_context', 'text', (c) => c.notNull())
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('photos')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('img', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('width', 'integer')
    .addColumn('height', 'integer')
    .addColumn('placeholder', 'text')
    .execute();
  await db.schema.createIndex('photos_of_user').on('photos').column('user_id').execute();
  await db.schema.createIndex('photos_of_picture').on('photos').column('img').execute();
  await db.schema
    .createTable('photo_reports')
    .addColumn('photo_id', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('photo_reports_key', ['photo_id', 'user_id'])
    .execute();
}

async function createAppointments(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('appointments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('center', 'text', (c) => c.notNull())
    .addColumn('blood_group', 'text', (c) => c.notNull())
    .addColumn('opinion', 'text')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('transaction_id', 'text')
    .addColumn('refunded_at', 'bigint')
    .addUniqueConstraint('one_appointment_a_day', ['user_id', 'day'])
    .execute();
  await db.schema
    .createTable('charges')
    .addColumn('intent_id', 'text', (c) => c.primaryKey())
    .addColumn('appointment_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('check_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('charges_of_appointment').on('charges').column('appointment_id').execute();
  await db.schema.createIndex('charges_to_check').on('charges').columns(['status', 'check_at']).execute();
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('request_hash', 'text', (c) => c.notNull())
    .addColumn('appointment_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['user_id', 'key'])
    .execute();
  await db.schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute();
}
