import { sqlMigration } from '#platform/database/migrate.ts';

/** What staff recorded about appointments, and donors who came without one. */
export const checkIn = sqlMigration(`
  create table status_changes (
    id text primary key, appointment_id text not null, operation_id text not null, center_id text not null,
    day text not null, status text not null, deferred_until text, changed_at bigint not null,
    recorded_at bigint not null, writer text not null, role text not null, device text not null
  );
  create unique index status_change_of_operation on status_changes (appointment_id, operation_id);
  create index status_changes_of_day on status_changes (center_id, day);
  create index status_changes_by_time on status_changes (recorded_at);
  create table walk_ins (
    center_id text not null, operation_id text not null, appointment_id text not null, created_at bigint not null,
    constraint walk_ins_key primary key (center_id, operation_id)
  );
  create index walk_in_of_appointment on walk_ins (appointment_id);
  alter table appointments add column deferred_until text;
  alter table appointments add column deferral_emailed text;
  create index deferrals_to_email on appointments (deferred_until, id)
    where deferred_until is not null and coalesce(deferral_emailed, '') <> deferred_until;
  alter table appointments add column released_time text;
  alter table appointments add column walk_in text`);
