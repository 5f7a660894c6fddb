import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's.
type AnyDatabase = Kysely<any>;

export const moreWaysIn: Migration = {
  async up(db) {
    await db.schema
      .alterTable('identity_account')
      .addColumn('email_link', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('identity_code').addColumn('factor_id', 'text').execute();
    await createClaims(db);
    await createSecondFactors(db);
    await createTextCodes(db);
    await createTotpEnrolments(db);
  },
};

async function createClaims(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('identity_phone')
    .addColumn('phone_number', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('identity_phone_of_account')
    .on('identity_phone')
    .column('account_id')
    .execute();
  await db.schema
    .createTable('identity_google')
    .addColumn('subject', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('display_name', 'text')
    .addColumn('photo_url', 'text')
    .execute();
  await db.schema
    .createIndex('identity_google_of_account')
    .on('identity_google')
    .column('account_id')
    .execute();
  await db.schema
    .createTable('identity_google_answer')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
}

async function createSecondFactors(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('identity_session').addColumn('second_factor', 'text').execute();
  await db.schema.alterTable('identity_session').addColumn('second_factor_id', 'text').execute();
  await db.schema
    .createTable('identity_factor')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('display_name', 'text')
    .addColumn('phone_number', 'text')
    .addColumn('totp_secret', 'text')
    .addColumn('last_totp_step', 'bigint')
    .addColumn('enrolled_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('identity_factor_of_account')
    .on('identity_factor')
    .column('account_id')
    .execute();
  await db.schema
    .createTable('identity_pending_sign_in')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('sign_in_provider', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('identity_pending_sign_in_of_account')
    .on('identity_pending_sign_in')
    .column('account_id')
    .execute();
}

async function createTextCodes(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('identity_text_code')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('phone_number', 'text', (c) => c.notNull())
    .addColumn('code_hash', 'text')
    .addColumn('account_id', 'text')
    .addColumn('pending_hash', 'text')
    .addColumn('factor_id', 'text')
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('identity_text_code_of_account')
    .on('identity_text_code')
    .column('account_id')
    .execute();
}

async function createTotpEnrolments(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('identity_totp_enrolment')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('totp_secret', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('identity_totp_enrolment_of_account')
    .on('identity_totp_enrolment')
    .column('account_id')
    .execute();
}
