import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the hidden photos of a picture: reports hide the later photos of it too, and each photo listed is looked up. */
export const hiddenPictures: Migration = {
  async up(db) {
    await sql`create index hidden_photos_of_picture on photos (img, id) where hidden_at is not null`.execute(
      db,
    );
  },
};
