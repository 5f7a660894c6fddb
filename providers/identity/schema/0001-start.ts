import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's.
type AnyDatabase = Kysely<any>;

export const start: Migration = {
  async up(db) {
    await createAccounts(db);
    await createSessions(db);
    await createCodes(db);
    await db.schema
      .createTable('identity_signing_key')
      .addColumn('generation', 'integer', (c) => c.primaryKey())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
  },
};

async function createAccounts(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('identity_account')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('display_name', 'text')
    .addColumn('photo_url', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('password_changed_at', 'bigint')
    .addColumn('disabled', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_login_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('identity_email')
    .addColumn('email', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('verified', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('identity_email_of_account')
    .on('identity_email')
    .column('account_id')
    .execute();
}

async function createSessions(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('identity_session')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('sign_in_provider', 'text', (c) => c.notNull())
    .addColumn('auth_time', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint', (c) => c.notNull())
    .addColumn('ended_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('identity_session_of_account')
    .on('identity_session')
    .column('account_id')
    .execute();
  await db.schema
    .createTable('identity_refresh_token')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.notNull())
    .addColumn('predecessor', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('superseded_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('identity_refresh_token_of_session')
    .on('identity_refresh_token')
    .column('session_id')
    .execute();
}

async function createCodes(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('identity_code')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text')
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('new_email', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('identity_code_of_account').on('identity_code').column('account_id').execute();
}
