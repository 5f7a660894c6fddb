import { type Migrations, sqlMigration } from '../migrate.ts';

export const platformMigrations: Migrations = {
  service: 'platform',
  steps: {
    '0001-start': sqlMigration(`
      create table platform_outbox (
        id text primary key, kind text not null, payload text not null,
        due_at bigint not null, attempts integer not null, last_error text
      );
      create index platform_outbox_due on platform_outbox (due_at);
      create table platform_secret (name text primary key, value text not null)`),
    // The schema that rate-limiter-flexible requires.
    '0002-limits': sqlMigration(`
      create table platform_limits (key text primary key, points integer not null, expire bigint);
      create index platform_limits_over on platform_limits (expire)`),
    '0003-heartbeat': sqlMigration(`
      create table platform_heartbeat (name text primary key, at bigint not null)`),
    '0004-jobs': sqlMigration(`
      create table platform_job (name text primary key, holder text not null, due_at bigint not null)`),
    // Nullable, because the previous version still adds rows without it.
    '0005-outbox-requests': sqlMigration('alter table platform_outbox add column request_id text'),
    // Rejected messages have a separate table, because the previous version would deliver them from platform_outbox.
    '0006-outbox-claims': sqlMigration(`
      alter table platform_outbox add column claim text;
      create table platform_outbox_rejected (
        id text primary key, kind text not null, payload text not null, reason text not null,
        rejected_at bigint not null, expires_at bigint not null, request_id text
      );
      create index platform_outbox_rejected_expiry on platform_outbox_rejected (expires_at)`),
    // The previous version adds rows without a requester, at turn 0, and claims in the order of due_at.
    '0007-outbox-turns': sqlMigration(`
      alter table platform_outbox add column requester text;
      alter table platform_outbox add column turn integer not null default 0;
      create index platform_outbox_turn on platform_outbox (turn, due_at);
      create index platform_outbox_requester on platform_outbox (requester, turn)`),
    // The job of one kind would otherwise read all messages of the others.
    '0008-outbox-by-kind': sqlMigration(`
      create index platform_outbox_by_kind on platform_outbox (kind, turn, due_at)`),
  },
};
