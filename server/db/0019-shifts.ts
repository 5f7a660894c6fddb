import { sqlMigration } from '#platform/database/migrate.ts';

/** Shifts on devices, invitations, whether a sign-in used a second factor, and what an owner needs to read the log. */
export const shifts = sqlMigration(`
  create table staff_shifts (
    id text primary key, user_id text not null, sign_in text not null, device text not null,
    started_at bigint not null, ends_at bigint not null
  );
  create unique index one_shift_per_sign_in on staff_shifts (user_id, sign_in);
  create index shifts_by_end on staff_shifts (ends_at);
  create table staff_invitations (
    email text not null, role text not null, center_id text not null, expires_at bigint not null,
    constraint staff_invitations_key primary key (email, role, center_id)
  );
  create table staff_log_actors (
    chain text not null, seq bigint not null, user_id text not null,
    constraint staff_log_actors_key primary key (chain, seq)
  );
  create index staff_log_actors_by_user on staff_log_actors (user_id);
  alter table sessions add column second_factor text;
  alter table staff_log add column at bigint not null default 0;
  create index staff_log_by_time on staff_log (at)`);
