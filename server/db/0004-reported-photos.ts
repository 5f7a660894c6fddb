import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

// biome-ignore lint/suspicious/noExplicitAny: a migration uses the tables as they were then, not the current types.
type AnyDatabase = Kysely<any>;

/**
 * Counts reports on the photo's row and hides it when there are enough. Removes the site's own origin from stored
 * picture URLs. Lets an Idempotency-Key refer to a photo.
 */
export const reportedPhotos: Migration = {
  async up(db) {
    await countReports(db);
    await removeOwnOrigin(db);
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
  // Members cannot report their own photos; remove such reports.
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

/** Shortens `https://site/images/{id}` to `/images/{id}` (44 characters). Ids of our image host are version 7 UUIDs. */
async function removeOwnOrigin(db: AnyDatabase): Promise<void> {
  await sql`update photos set img = substr(img, length(img) - 43)
    where img like 'http%://%/images/________-____-7___-____-____________'
    and img not like 'http%://%/%/images/%'`.execute(db);
}
