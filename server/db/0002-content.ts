import { addVersionTriggers } from '#platform/database/list-versions.ts';
import { sqlMigration } from '#platform/database/migrate.ts';

const tables = sqlMigration(`
  create table content (
    kind text not null, id text not null, position integer not null, revision integer not null, draft text,
    published text, publish_at bigint, updated_at bigint not null, updated_by text,
    constraint content_key primary key (kind, id)
  );
  create index content_to_publish on content (publish_at) where publish_at is not null;
  create index content_of_user on content (updated_by) where updated_by is not null;
  create table content_slugs (
    kind text not null, slug text not null, id text not null,
    constraint content_slugs_key primary key (kind, slug)
  );
  create index slugs_of_content on content_slugs (kind, id);
  create table content_versions (
    kind text not null, id text not null, version integer not null, content text not null,
    published_at bigint not null,
    constraint content_versions_key primary key (kind, id, version)
  )`);

/** Creates the tables of what the owner enters, and raises the version of the list `content`. */
export const contentSchema: typeof tables = {
  ...tables,
  async up(db) {
    await tables.up(db);
    await addVersionTriggers(db, { content: ['content'] });
  },
};
