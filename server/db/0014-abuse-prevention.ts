import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the tables as they were then, not the current types.
type AnyDatabase = Kysely<any>;

/**
 * Records verified addresses and moderation decisions that outlive the photo, allows one photo per person and picture,
 * and limits how many photos reports can hide in an hour.
 */
export const abusePrevention: Migration = {
  async up(db) {
    await db.schema.alterTable('users').addColumn('email_verified_at', 'bigint').execute();
    await db.schema.alterTable('photos').addColumn('held_at', 'bigint').execute();
    await db.schema
      .createTable('photo_hidings')
      .addColumn('slot', 'integer', (c) => c.primaryKey())
      .addColumn('hidden_at', 'bigint', (c) => c.notNull())
      .execute();
    await createModeratedPictures(db);
    await removeDuplicatePhotos(db);
    await db.schema
      .createIndex('one_photo_per_person_and_picture')
      .unique()
      .on('photos')
      .columns(['user_id', 'img'])
      .execute();
  },
};

async function createModeratedPictures(db: AnyDatabase): Promise<void> {
  await db.schema
    .createTable('moderated_pictures')
    .addColumn('img', 'text', (c) => c.primaryKey())
    .addColumn('decided_at', 'bigint', (c) => c.notNull())
    .execute();
  await sql`insert into moderated_pictures (img, decided_at)
    select img, max(hidden_at) from photos where hidden_at is not null group by img`.execute(db);
}

/**
 * Keeps the photo with the most important decision or, failing that, the oldest. The picture stays in use, so no file
 * is lost.
 */
async function removeDuplicatePhotos(db: AnyDatabase): Promise<void> {
  await sql`delete from photos where id in (select id from (
    select id, row_number() over (partition by user_id, img order by
      case when kept_at is not null then 0 when hidden_at is not null then 1 else 2 end, reports desc, id) as place
    from photos) as ranked where place > 1)`.execute(db);
  await sql`delete from photo_reports where photo_id not in (select id from photos)`.execute(db);
}
