import { sqlMigration } from '#platform/database/migrate.ts';

export const initialSchema = sqlMigration(`
  create table users (id text primary key, email text not null, created_at bigint not null);
  create table sessions (
    id text primary key, user_id text not null,
    created_at bigint not null, expires_at bigint not null, revoked_at bigint
  );
  create index sessions_of_user on sessions (user_id);
  create table reviews (
    id text primary key, member_type text not null, view_context text not null,
    image text not null, name text not null, email text not null
  );
  create table photos (
    id text primary key, user_id text not null, img text not null, title text not null,
    width integer, height integer, placeholder text
  );
  create index photos_of_user on photos (user_id);
  create index photos_of_picture on photos (img);
  create table photo_reports (
    photo_id text not null, user_id text not null, created_at bigint not null,
    constraint photo_reports_key primary key (photo_id, user_id)
  );
  create table appointments (
    id text primary key, user_id text not null, email text not null, name text not null, phone text not null,
    center text not null, blood_group text not null, opinion text, day text not null,
    transaction_id text, refunded_at bigint,
    constraint one_appointment_a_day unique (user_id, day)
  );
  create table charges (
    intent_id text primary key, appointment_id text not null, status text not null,
    created_at bigint not null, check_at bigint not null
  );
  create index charges_of_appointment on charges (appointment_id);
  create index charges_to_check on charges (status, check_at);
  create table idempotency_keys (
    user_id text not null, key text not null, request_hash text not null, appointment_id text not null,
    created_at bigint not null,
    constraint idempotency_keys_key primary key (user_id, key)
  );
  create index idempotency_keys_age on idempotency_keys (created_at)`);
