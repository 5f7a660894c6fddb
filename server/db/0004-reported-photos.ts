import { sqlMigration } from '#platform/database/migrate.ts';

/**
 * Counts reports on the photo's row and hides it when there are enough; members cannot report their own photos, so such
 * reports are removed. Shortens `https://site/images/{id}` to `/images/{id}` (44 characters; ids of our image host are
 * version 7 UUIDs). Lets an Idempotency-Key refer to a photo.
 */
export const reportedPhotos = sqlMigration(`
  alter table photos add column reports integer not null default 0;
  alter table photos add column reported_at bigint;
  alter table photos add column hidden_at bigint;
  alter table photos add column kept_at bigint;
  delete from photo_reports where exists (select 1 from photos
    where photos.id = photo_reports.photo_id and photos.user_id = photo_reports.user_id);
  update photos set
    reports = (select count(*) from photo_reports where photo_id = photos.id),
    reported_at = (select min(created_at) from photo_reports where photo_id = photos.id);
  update photos set hidden_at = (select max(created_at) from photo_reports where photo_id = photos.id)
    where reports >= 3;
  create index photos_to_review on photos (reported_at) where reported_at is not null;
  create index photo_reports_of_user on photo_reports (user_id);

  update photos set img = substr(img, length(img) - 43)
    where img like 'http%://%/images/________-____-7___-____-____________'
    and img not like 'http%://%/%/images/%';

  alter table idempotency_keys rename column appointment_id to made_id`);
