import { sqlMigration } from '#platform/database/migrate.ts';

/** Waiting lists, and the appointments whose day or time was closed. */
export const waitingList = sqlMigration(`
  create table waiting_list (
    id text primary key, center_id text not null, day text not null, user_id text not null, joined_at bigint not null,
    name text, phone text, blood_group text, state text not null, held_time text, held_until bigint
  );
  create unique index one_entry_per_day on waiting_list (center_id, day, user_id);
  create index waiting_of_user on waiting_list (user_id);
  create index waiting_by_state on waiting_list (state, held_until);
  create table closed_appointments (
    id text primary key, appointment_id text not null, user_id text not null, center_id text not null, closing_id text,
    day text not null, time text not null, moves integer not null, message text, created_at bigint not null,
    notified_at bigint, called_at bigint, refund_at bigint
  );
  create index closed_of_center on closed_appointments (center_id, day);
  create index closed_of_user on closed_appointments (user_id);
  create index closed_of_appointment on closed_appointments (appointment_id)`);
