import { sqlMigration } from '#platform/database/migrate.ts';

/** Lets verification of the staff log check whom a row is about, and tell a deleted account from a deleted row. */
export const logErasures = sqlMigration(`
  alter table staff_log_people add column place integer;
  create index staff_log_people_by_row on staff_log_people (chain, seq);
  create table staff_log_erasures (
    chain text not null, seq bigint not null, place integer not null, replaced_by text, signature text not null,
    constraint staff_log_erasures_key primary key (chain, seq, place)
  );
  create index staff_log_erasures_by_user on staff_log_erasures (replaced_by) where replaced_by is not null`);
