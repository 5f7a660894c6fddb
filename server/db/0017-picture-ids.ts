import { PostgresAdapter, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const idOfImg = sql`(case when img like '/images/%' then substr(img, 9) else img end)`;

/**
 * Adds the id of the picture beside `img`. It is a generated column, so that rows of the previous version, which only
 * writes `img`, have it too. SQLite cannot add a stored one, and PostgreSQL has only those.
 */
export const pictureIds: Migration = {
  async up(db) {
    const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
    for (const table of ['photos', 'moderated_pictures']) {
      await db.schema
        .alterTable(table)
        .addColumn('picture_id', 'text', (c) => {
          const generated = c.generatedAlwaysAs(idOfImg);
          return isPostgres ? generated.stored() : generated;
        })
        .execute();
      await db.schema.createIndex(`${table}_by_picture_id`).on(table).column('picture_id').execute();
    }
    await sql`create index hidden_photos_by_picture_id on photos (picture_id, id)
      where hidden_at is not null`.execute(db);
  },
};
