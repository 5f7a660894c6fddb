import type { Database } from '#platform/database/open.ts';
import type { ImagesTables } from '../schema/tables.ts';
import type { Picture, StoredFormat } from './picture.ts';

const tables = (db: Database) => db.withTables<ImagesTables>();

export async function insertPicture(db: Database, picture: Picture): Promise<void> {
  const { userId, createdAt, ...same } = picture;
  await tables(db)
    .insertInto('images_pictures')
    .values({ ...same, user_id: userId, created_at: createdAt })
    .execute();
}

export async function findPicture(db: Database, id: string): Promise<Picture | undefined> {
  const row = await tables(db)
    .selectFrom('images_pictures')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id, created_at, format, ...same } = row;
  return { ...same, userId: user_id, createdAt: created_at, format: format as StoredFormat };
}

/** Tells whether there was such a picture. */
export async function deletePicture(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('images_pictures')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
