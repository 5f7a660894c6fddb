import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What has ended is found without reading the whole table, which at some size takes longer than a statement may. */
export const endsInOrder: Migration = {
  async up(db) {
    await sql`create index identity_session_ended on identity_session (ended_at)
      where ended_at is not null`.execute(db);
    await sql`create index identity_refresh_token_superseded on identity_refresh_token (superseded_at)
      where superseded_at is not null`.execute(db);
    for (const table of ['identity_code', 'identity_text_code', 'identity_google_answer']) {
      await db.schema.createIndex(`${table}_end`).on(table).column('expires_at').execute();
    }
  },
};
