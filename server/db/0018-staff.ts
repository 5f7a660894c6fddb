import { sqlMigration } from '#platform/database/migrate.ts';

/** Roles of staff, the log of what they do with donors' data, and the keys that make a person in it readable. */
export const staff = sqlMigration(`
  create table staff_roles (
    user_id text not null, role text not null, center_id text not null, granted_at bigint not null,
    constraint staff_roles_key primary key (user_id, role, center_id)
  );
  create table staff_log (
    chain text not null, seq bigint not null, content text not null, mac text not null,
    constraint staff_log_key primary key (chain, seq)
  );
  create table staff_log_heads (chain text primary key, seq bigint not null, mac text not null);
  create table staff_log_people (
    user_id text not null, chain text not null, seq bigint not null,
    constraint staff_log_people_key primary key (user_id, chain, seq)
  );
  create table person_keys (user_id text primary key, key text not null)`);
