import type { Migration } from 'kysely/migration';

/** Which moderator looks at what, and decisions about photos and reviews with the objections of their authors. */
export const moderation: Migration = {
  async up(db) {
    await db.schema
      .createTable('moderation_holds')
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('moderation_holds_key', ['kind', 'item_id'])
      .execute();
    await db.schema
      .createTable('moderation_decisions')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('user_id', 'text', (c) => c.notNull())
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('decision', 'text', (c) => c.notNull())
      .addColumn('reason', 'text')
      .addColumn('note', 'text')
      .addColumn('decided_by', 'text')
      .addColumn('decided_at', 'bigint', (c) => c.notNull())
      .addColumn('decided_with', 'text', (c) => c.notNull())
      .addColumn('previous', 'text', (c) => c.notNull())
      .addColumn('is_final', 'integer', (c) => c.notNull())
      .addColumn('notifies', 'integer', (c) => c.notNull())
      .addColumn('notified_at', 'bigint')
      .addColumn('objection', 'text')
      .addColumn('objected_at', 'bigint')
      .addColumn('replaced_at', 'bigint')
      .execute();
    for (const [name, columns] of [
      ['decisions_of_item', ['item_id', 'kind']],
      ['decisions_of_author', ['user_id']],
      ['decisions_by_time', ['decided_at']],
      ['decisions_to_notify', ['notified_at', 'decided_at']],
      ['decisions_by_objection', ['objected_at']],
    ] as const)
      await db.schema
        .createIndex(name)
        .on('moderation_decisions')
        .columns([...columns])
        .execute();
  },
};
