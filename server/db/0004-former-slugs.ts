import { sqlMigration } from '#platform/database/migrate.ts';

/** Keeps the slugs that items had before, so that their addresses still lead to the items. */
export const formerSlugs = sqlMigration(
  'alter table content_slugs add column is_former integer not null default 0',
);
