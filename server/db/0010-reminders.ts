import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** For which day somebody has been reminded, how often the day was changed, and who wants no reminders. */
export const reminders: Migration = {
  async up(db) {
    await db.schema.alterTable('appointments').addColumn('reminded_day', 'text').execute();
    await db.schema
      .alterTable('appointments')
      .addColumn('moves', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('users').addColumn('reminders_stopped_at', 'bigint').execute();
    // What is still to be reminded, day by day: whoever has been is no longer in it.
    await sql`create index appointments_to_remind on appointments (day, id)
      where coalesce(reminded_day, '') <> day`.execute(db);
  },
};
