import { type Migrations, sqlMigration } from '#platform/database/migrate.ts';

const start = sqlMigration(`
  create table identity_account (
    id text primary key, display_name text, photo_url text,
    password_hash text, password_changed_at bigint,
    disabled integer not null, created_at bigint not null, last_login_at bigint not null
  );
  create table identity_email (
    email text primary key, account_id text not null, verified integer not null
  );
  create index identity_email_of_account on identity_email (account_id);
  create table identity_session (
    id text primary key, account_id text not null, sign_in_provider text not null,
    auth_time bigint not null, last_used_at bigint not null, ended_at bigint
  );
  create index identity_session_of_account on identity_session (account_id);
  create table identity_refresh_token (
    hash text primary key, session_id text not null, predecessor text,
    created_at bigint not null, superseded_at bigint
  );
  create index identity_refresh_token_of_session on identity_refresh_token (session_id);
  create table identity_code (
    hash text primary key, purpose text not null, account_id text,
    email text not null, new_email text, expires_at bigint not null
  );
  create index identity_code_of_account on identity_code (account_id);
  create table identity_signing_key (generation integer primary key, created_at bigint not null)`);

const moreSignInMethods = sqlMigration(`
  alter table identity_account add column email_link integer not null default 0;
  alter table identity_code add column factor_id text;
  create table identity_phone (phone_number text primary key, account_id text not null);
  create index identity_phone_of_account on identity_phone (account_id);
  create table identity_google (
    subject text primary key, account_id text not null, email text, display_name text, photo_url text
  );
  create index identity_google_of_account on identity_google (account_id);
  create table identity_google_answer (hash text primary key, expires_at bigint not null);
  alter table identity_session add column second_factor text;
  alter table identity_session add column second_factor_id text;
  create table identity_factor (
    id text primary key, account_id text not null, kind text not null, display_name text,
    phone_number text, totp_secret text, last_totp_step bigint, enrolled_at bigint not null
  );
  create index identity_factor_of_account on identity_factor (account_id);
  create table identity_pending_sign_in (
    hash text primary key, account_id text not null, sign_in_provider text not null,
    tries integer not null, expires_at bigint not null
  );
  create index identity_pending_sign_in_of_account on identity_pending_sign_in (account_id);
  create table identity_text_code (
    hash text primary key, purpose text not null, phone_number text not null, code_hash text,
    account_id text, pending_hash text, factor_id text,
    tries integer not null, expires_at bigint not null
  );
  create index identity_text_code_of_account on identity_text_code (account_id);
  create table identity_totp_enrolment (
    hash text primary key, account_id text not null, totp_secret text not null,
    tries integer not null, expires_at bigint not null
  );
  create index identity_totp_enrolment_of_account on identity_totp_enrolment (account_id)`);

/** Indexes for the cleanup: a full scan of a large table would exceed the statement timeout. */
const expiryIndexes = sqlMigration(`
  create index identity_session_ended on identity_session (ended_at) where ended_at is not null;
  create index identity_refresh_token_superseded on identity_refresh_token (superseded_at)
    where superseded_at is not null;
  create index identity_code_end on identity_code (expires_at);
  create index identity_text_code_end on identity_text_code (expires_at);
  create index identity_google_answer_end on identity_google_answer (expires_at)`);

/** Adds the browser of a session, shown to its owner, and an index for idle sessions. */
const sessionBrowser = sqlMigration(`
  alter table identity_session add column browser text;
  create index identity_session_living on identity_session (last_used_at) where ended_at is null`);

/** Adds whether the sign-in methods of a confirmed account are proven to belong to the owner of the address. */
const unprovenMethods = sqlMigration(`
  alter table identity_account add column unproven integer not null default 0;
  alter table identity_code add column owner_proven integer;
  create index identity_code_of_email on identity_code (email, purpose)`);

/** Adds the first address of an account, and finds accounts by the address of their Google identity. */
const initialEmail = sqlMigration(`
  alter table identity_account add column initial_email text;
  create index identity_google_email on identity_google (email)`);

/** Adds passkeys, and whether a session is on a device that has one or that the person marked as their own. */
const passkeys = sqlMigration(`
  create table identity_passkey (
    credential_id text primary key, id text not null, account_id text not null, public_key text not null,
    counter bigint not null, name text, created_at bigint not null, last_used_at bigint
  );
  create index identity_passkey_of_account on identity_passkey (account_id);
  alter table identity_session add column passkey_id text;
  alter table identity_session add column own_device integer not null default 0`);

/** Adds whether a session was started, or continued, by an emailed link. */
const sessionByLink = sqlMigration(
  'alter table identity_session add column email_link integer not null default 0',
);

export const identityMigrations: Migrations = {
  service: 'identity',
  steps: {
    '0001-start': start,
    '0002-more-ways-in': moreSignInMethods,
    '0003-ends-in-order': expiryIndexes,
    '0004-sessions-of-ones-own': sessionBrowser,
    '0005-unproven-methods': unprovenMethods,
    '0006-initial-email': initialEmail,
    '0007-passkeys': passkeys,
    '0008-sessions-by-link': sessionByLink,
  },
};
