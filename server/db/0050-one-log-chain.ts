import { sqlMigration } from '#platform/database/migrate.ts';

/** Replaces the tables of the staff log by one chain. Logs of development sites are lost: nothing was released before. */
export const oneLogChain = sqlMigration(`
  drop table staff_log_people;
  drop table staff_log_actors;
  drop table staff_log_erasures;
  drop table staff_log_checkpoints;
  drop table staff_log_heads;
  drop table staff_log;
  drop table person_keys;
  delete from site_settings where name = 'log-segment';
  create table staff_log (
    seq bigint primary key, at bigint not null, content text not null, mac text not null
  );
  create table staff_log_head (id integer primary key, seq bigint not null, mac text not null);
  create table staff_log_people (
    pseudonym text not null, seq bigint not null, is_actor integer not null,
    constraint staff_log_people_key primary key (pseudonym, seq, is_actor)
  );
  create index staff_log_people_by_row on staff_log_people (seq);
  create table person_keys (pseudonym text primary key, user_id text, mac text not null);
  create index person_keys_by_user on person_keys (user_id)`);
