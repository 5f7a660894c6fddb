import { sqlMigration } from '#platform/database/migrate.ts';

/**
 * Records verified addresses and moderation decisions that outlive the photo, allows one photo per person and picture,
 * and limits how many photos reports can hide in an hour.
 *
 * Of several photos of a person with one picture, the one with the most important decision stays or, failing that, the
 * oldest. The picture stays in use, so no file is lost.
 */
export const abusePrevention = sqlMigration(`
  alter table users add column email_verified_at bigint;
  alter table photos add column held_at bigint;
  create table photo_hidings (slot integer primary key, hidden_at bigint not null);
  create table moderated_pictures (img text primary key, decided_at bigint not null);
  insert into moderated_pictures (img, decided_at)
    select img, max(hidden_at) from photos where hidden_at is not null group by img;

  delete from photos where id in (select id from (
    select id, row_number() over (partition by user_id, img order by
      case when kept_at is not null then 0 when hidden_at is not null then 1 else 2 end, reports desc, id) as place
    from photos) as ranked where place > 1);
  delete from photo_reports where photo_id not in (select id from photos);
  create unique index one_photo_per_person_and_picture on photos (user_id, img)`);
