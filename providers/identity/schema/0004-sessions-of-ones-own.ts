import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** By what kind of browser a session began, for its owner's list; those that nobody uses any more are found in order. */
export const sessionsOfOnesOwn: Migration = {
  async up(db) {
    await db.schema.alterTable('identity_session').addColumn('browser', 'text').execute();
    await sql`create index identity_session_living on identity_session (last_used_at)
      where ended_at is null`.execute(db);
  },
};
