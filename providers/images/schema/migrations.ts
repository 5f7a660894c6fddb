import { type Migrations, sqlMigration } from '#platform/database/migrate.ts';

const start = sqlMigration(`
  create table images_pictures (
    id text primary key, user_id text not null, width integer not null, height integer not null,
    bytes integer not null, format text not null, placeholder text not null, created_at bigint not null,
    state text not null, state_at bigint not null
  );
  create index images_pictures_by_state on images_pictures (state, state_at)`);

export const imagesMigrations: Migrations = { service: 'images', steps: { '0001-start': start } };
