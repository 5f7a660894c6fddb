import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Records the reminded day, the number of moves, and members who turned reminders off. */
export const reminders: Migration = {
  async up(db) {
    await db.schema.alterTable('appointments').addColumn('reminded_day', 'text').execute();
    await db.schema
      .alterTable('appointments')
      .addColumn('moves', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('users').addColumn('reminders_stopped_at', 'bigint').execute();
    // Contains only appointments without a reminder, ordered by day.
    await sql`create index appointments_to_remind on appointments (day, id)
      where coalesce(reminded_day, '') <> day`.execute(db);
  },
};
