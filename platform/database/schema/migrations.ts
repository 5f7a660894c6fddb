import { type Migrations, sqlMigration } from '../migrate.ts';

/** The schema of `platform_limits` is the one that rate-limiter-flexible requires. */
const start = sqlMigration(`
  create table platform_outbox (
    id text primary key, kind text not null, payload text not null, due_at bigint not null,
    attempts integer not null, last_error text, request_id text, claim text, requester text,
    turn integer not null
  );
  create index platform_outbox_by_kind on platform_outbox (kind, turn, due_at);
  create index platform_outbox_due on platform_outbox (due_at);
  create index platform_outbox_requester on platform_outbox (requester, turn);
  create index platform_outbox_turn on platform_outbox (turn, due_at);
  create table platform_outbox_rejected (
    id text primary key, kind text not null, payload text not null, reason text not null,
    rejected_at bigint not null, expires_at bigint not null, request_id text
  );
  create index platform_outbox_rejected_expiry on platform_outbox_rejected (expires_at);
  create table platform_secret (name text primary key, value text not null);
  create table platform_limits (key text primary key, points integer not null, expire bigint);
  create index platform_limits_over on platform_limits (expire);
  create table platform_job (name text primary key, holder text not null, due_at bigint not null)`);

export const platformMigrations: Migrations = { service: 'platform', steps: { '0001-start': start } };
