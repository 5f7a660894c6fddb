import type { Database } from '#platform/database/open.ts';
import type { ImagesTables } from '../schema/tables.ts';
import type { Picture, PictureState, StoredFormat } from './picture.ts';

const tables = (db: Database) => db.withTables<ImagesTables>();

/** In the state `arriving`: nobody finds it yet. */
export async function insertPicture(db: Database, picture: Picture): Promise<void> {
  const { userId, createdAt, ...same } = picture;
  const state = { state: 'arriving', state_at: createdAt } as const;
  await tables(db)
    .insertInto('images_pictures')
    .values({ ...same, user_id: userId, created_at: createdAt, ...state })
    .execute();
}

/** Only what is there to be seen: a picture that arrives or leaves is not found. */
export async function findPicture(db: Database, id: string): Promise<Picture | undefined> {
  const row = await tables(db)
    .selectFrom('images_pictures')
    .select(['id', 'user_id', 'width', 'height', 'bytes', 'format', 'placeholder', 'created_at'])
    .where('id', '=', id)
    .where('state', 'in', ['new', 'saved'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id, created_at, format, ...same } = row;
  return { ...same, userId: user_id, createdAt: created_at, format: format as StoredFormat };
}

/** False when it was in none of those states. */
export async function changeState(
  db: Database,
  id: string,
  { from, to, now }: { from: PictureState[]; to: PictureState; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('images_pictures')
    .set({ state: to, state_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Forgets a picture whose files are gone. */
export async function deleteLeft(db: Database, id: string): Promise<void> {
  await tables(db)
    .deleteFrom('images_pictures')
    .where('id', '=', id)
    .where('state', '=', 'leaving')
    .execute();
}
