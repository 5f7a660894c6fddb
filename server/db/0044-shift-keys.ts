import { sqlMigration } from '#platform/database/migrate.ts';

/** The server's half of the key under which a device stores lists during a shift. */
export const shiftKeys = sqlMigration(`
  create table shift_keys (
    shift_id text primary key, user_id text not null, key text not null, ends_at bigint not null
  );
  create index shift_keys_of_user on shift_keys (user_id);
  create index shift_keys_by_end on shift_keys (ends_at)`);
