import type { Migration } from 'kysely/migration';

/** Shifts on devices, invitations, whether a sign-in used a second factor, and what an owner needs to read the log. */
export const shifts: Migration = {
  async up(db) {
    await db.schema
      .createTable('staff_shifts')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('sign_in', 'text', (c) => c.notNull())
      .addColumn('device', 'text', (c) => c.notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('ends_at', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('one_shift_per_sign_in')
      .unique()
      .on('staff_shifts')
      .columns(['user_id', 'sign_in'])
      .execute();
    await db.schema.createIndex('shifts_by_end').on('staff_shifts').column('ends_at').execute();
    await db.schema
      .createTable('staff_invitations')
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('center_id', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('staff_invitations_key', ['email', 'role', 'center_id'])
      .execute();
    await db.schema
      .createTable('staff_log_actors')
      .addColumn('chain', 'text', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('staff_log_actors_key', ['chain', 'seq'])
      .execute();
    await db.schema
      .createIndex('staff_log_actors_by_user')
      .on('staff_log_actors')
      .column('user_id')
      .execute();
    await db.schema.alterTable('sessions').addColumn('second_factor', 'text').execute();
    await db.schema
      .alterTable('staff_log')
      .addColumn('at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema.createIndex('staff_log_by_time').on('staff_log').column('at').execute();
  },
};
