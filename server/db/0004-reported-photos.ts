import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

// biome-ignore lint/suspicious/noExplicitAny: a migration knows the tables of its own time, not today's.
type AnyDatabase = Kysely<any>;

/**
 * Reports count on the photo's own row, and enough of them hide it; rows no longer hold the address under which the
 * site ran when they were written; an Idempotency-Key may stand for a photo too.
 */
export const reportedPhotos: Migration = {
  async up(db) {
    await countReports(db);
    await forgetOwnAddress(db);
    await db.schema.alterTable('idempotency_keys').renameColumn('appointment_id', 'made_id').execute();
  },
};

async function countReports(db: AnyDatabase): Promise<void> {
  await db.schema
    .alterTable('photos')
    .addColumn('reports', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  for (const instant of ['reported_at', 'hidden_at', 'kept_at']) {
    await db.schema.alterTable('photos').addColumn(instant, 'bigint').execute();
  }
  // Whoever reported a photo of their own changed nothing by it, as today.
  await sql`delete from photo_reports where exists (select 1 from photos
    where photos.id = photo_reports.photo_id and photos.user_id = photo_reports.user_id)`.execute(db);
  await sql`update photos set
    reports = (select count(*) from photo_reports where photo_id = photos.id),
    reported_at = (select min(created_at) from photo_reports where photo_id = photos.id)`.execute(db);
  await sql`update photos set hidden_at = (select max(created_at) from photo_reports where photo_id = photos.id)
    where reports >= 3`.execute(db);
  await sql`create index photos_to_review on photos (reported_at) where reported_at is not null`.execute(db);
  await db.schema.createIndex('photo_reports_of_user').on('photo_reports').column('user_id').execute();
}

/** `https://site/images/{id}` becomes `/images/{id}`, 44 characters; ids of our image host are UUIDs of version 7. */
async function forgetOwnAddress(db: AnyDatabase): Promise<void> {
  await sql`update photos set img = substr(img, length(img) - 43)
    where img like 'http%://%/images/________-____-7___-____-____________'
    and img not like 'http%://%/%/images/%'`.execute(db);
}
