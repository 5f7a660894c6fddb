import { type Migrations, sqlMigration } from '#platform/database/migrate.ts';

const start = sqlMigration(`
  create table images_pictures (
    id text primary key, user_id text not null, width integer not null, height integer not null,
    bytes integer not null, format text not null, placeholder text not null, created_at bigint not null
  )`);

/** Existing pictures become new as of their creation: the job then asks the product which of them are published. */
const states = sqlMigration(`
  alter table images_pictures add column state text not null default 'new';
  alter table images_pictures add column state_at bigint not null default 0;
  update images_pictures set state_at = created_at;
  create index images_pictures_by_state on images_pictures (state, state_at)`);

export const imagesMigrations: Migrations = {
  service: 'images',
  steps: { '0001-start': start, '0002-states': states },
};
