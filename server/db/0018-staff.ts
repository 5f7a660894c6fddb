import type { Migration } from 'kysely/migration';

/** Roles of staff, the log of what they do with donors' data, and the keys that make a person in it readable. */
export const staff: Migration = {
  async up(db) {
    await db.schema
      .createTable('staff_roles')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('center_id', 'text', (c) => c.notNull())
      .addColumn('granted_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('staff_roles_key', ['user_id', 'role', 'center_id'])
      .execute();
    await db.schema
      .createTable('staff_log')
      .addColumn('chain', 'text', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('mac', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('staff_log_key', ['chain', 'seq'])
      .execute();
    await db.schema
      .createTable('staff_log_heads')
      .addColumn('chain', 'text', (c) => c.primaryKey())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('mac', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('staff_log_people')
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('chain', 'text', (c) => c.notNull())
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('staff_log_people_key', ['user_id', 'chain', 'seq'])
      .execute();
    await db.schema
      .createTable('person_keys')
      .addColumn('user_id', 'text', (c) => c.primaryKey())
      .addColumn('key', 'text', (c) => c.notNull())
      .execute();
  },
};
