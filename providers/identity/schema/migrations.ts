import { type Migrations, sqlMigration } from '#platform/database/migrate.ts';

const accounts = `
  create table identity_account (
    id text primary key, display_name text, photo_url text, password_hash text, password_changed_at bigint,
    email_link integer not null default 0, unproven integer not null default 0, initial_email text,
    disabled integer not null, created_at bigint not null, last_login_at bigint not null
  );
  create table identity_email (email text primary key, account_id text not null, verified integer not null);
  create index identity_email_of_account on identity_email (account_id);
  create table identity_phone (phone_number text primary key, account_id text not null);
  create index identity_phone_of_account on identity_phone (account_id);
  create table identity_google (
    subject text primary key, account_id text not null, email text, display_name text, photo_url text
  );
  create index identity_google_email on identity_google (email);
  create index identity_google_of_account on identity_google (account_id);
  create table identity_passkey (
    credential_id text primary key, id text not null, account_id text not null, public_key text not null,
    counter bigint not null, name text, created_at bigint not null, last_used_at bigint
  );
  create index identity_passkey_of_account on identity_passkey (account_id);
  create table identity_factor (
    id text primary key, account_id text not null, kind text not null, display_name text,
    phone_number text, totp_secret text, last_totp_step bigint, enrolled_at bigint not null
  );
  create index identity_factor_of_account on identity_factor (account_id)`;

/**
 * The indexes by time are for the cleanup: reading a large table whole would exceed the statement timeout.
 */
const sessions = `
  create table identity_session (
    id text primary key, account_id text not null, sign_in_provider text not null,
    second_factor text, second_factor_id text, passkey_id text, browser text,
    own_device integer not null default 0, email_link integer not null default 0,
    auth_time bigint not null, last_used_at bigint not null, ended_at bigint
  );
  create index identity_session_ended on identity_session (ended_at) where ended_at is not null;
  create index identity_session_living on identity_session (last_used_at) where ended_at is null;
  create index identity_session_of_account on identity_session (account_id);
  create table identity_refresh_token (
    hash text primary key, session_id text not null, predecessor text, created_at bigint not null,
    superseded_at bigint
  );
  create index identity_refresh_token_of_session on identity_refresh_token (session_id);
  create index identity_refresh_token_superseded on identity_refresh_token (superseded_at)
    where superseded_at is not null;
  create table identity_signing_key (generation integer primary key, created_at bigint not null)`;

const pending = `
  create table identity_code (
    hash text primary key, purpose text not null, account_id text, email text not null, new_email text,
    factor_id text, owner_proven integer, expires_at bigint not null
  );
  create index identity_code_end on identity_code (expires_at);
  create index identity_code_of_account on identity_code (account_id);
  create index identity_code_of_email on identity_code (email, purpose);
  create table identity_text_code (
    hash text primary key, purpose text not null, phone_number text not null, code_hash text,
    account_id text, pending_hash text, factor_id text, tries integer not null, expires_at bigint not null
  );
  create index identity_text_code_end on identity_text_code (expires_at);
  create index identity_text_code_of_account on identity_text_code (account_id);
  create table identity_google_answer (hash text primary key, expires_at bigint not null);
  create index identity_google_answer_end on identity_google_answer (expires_at);
  create table identity_pending_sign_in (
    hash text primary key, account_id text not null, sign_in_provider text not null,
    tries integer not null, expires_at bigint not null
  );
  create index identity_pending_sign_in_of_account on identity_pending_sign_in (account_id);
  create table identity_totp_enrolment (
    hash text primary key, account_id text not null, totp_secret text not null,
    tries integer not null, expires_at bigint not null
  );
  create index identity_totp_enrolment_of_account on identity_totp_enrolment (account_id)`;

export const identityMigrations: Migrations = {
  service: 'identity',
  steps: { '0001-start': sqlMigration([accounts, sessions, pending].join(';')) },
};
