import type { Database } from '#platform/database/open.ts';
import { hasRow } from '#platform/database/rows.ts';
import type { ImagesTables } from '../schema/tables.ts';
import type { Picture, PictureState, StoredFormat } from './picture.ts';

/** A picture as the orphan job listed it. */
export type ListedPicture = { id: string; state: PictureState; stateAt: number };

/** A picture whose file is copied when the site moves. A visible one must have a file. */
export type StoredPicture = { id: string; isVisible: boolean };

const tables = (db: Database) => db.withTables<ImagesTables>();

/** Inserts a picture in the state `arriving`, in which it is not visible. */
export async function insertPicture(db: Database, picture: Picture): Promise<void> {
  const { userId, createdAt, ...columns } = picture;
  const state = { state: 'arriving', state_at: createdAt } as const;
  await tables(db)
    .insertInto('images_pictures')
    .values({ ...columns, user_id: userId, created_at: createdAt, ...state })
    .execute();
}

/** Returns whether there is a picture with this id, even if it is arriving or leaving. */
export const hasPicture = (db: Database, id: string): Promise<boolean> =>
  hasRow(tables(db).selectFrom('images_pictures').select('id').where('id', '=', id));

/** Returns the picture if it is new or saved. */
export async function findPicture(db: Database, id: string): Promise<Picture | undefined> {
  const row = await tables(db)
    .selectFrom('images_pictures')
    .select(['id', 'user_id', 'width', 'height', 'bytes', 'format', 'placeholder', 'created_at'])
    .where('id', '=', id)
    .where('state', 'in', ['new', 'saved'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { user_id, created_at, format, ...columns } = row;
  return { ...columns, userId: user_id, createdAt: created_at, format: format as StoredFormat };
}

/**
 * Returns false when the state or its time has changed in the meantime: only one of several processes
 * succeeds.
 */
export async function changePictureState(
  db: Database,
  id: string,
  { from, since, to, now }: { from: PictureState[]; since?: number; to: PictureState; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('images_pictures')
    .set({ state: to, state_at: now })
    .where('id', '=', id)
    .where('state', 'in', from)
    .$if(since !== undefined, (query) => query.where('state_at', '=', since as number))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes the row of a leaving picture, after its files. */
export async function deletePictureRow(db: Database, id: string): Promise<void> {
  await tables(db)
    .deleteFrom('images_pictures')
    .where('id', '=', id)
    .where('state', '=', 'leaving')
    .execute();
}

/** Lists the pictures in that state whose `state_at` is earlier than `before`, oldest first. */
export async function listPicturesInState(
  db: Database,
  state: PictureState,
  before: number,
  limit: number,
): Promise<ListedPicture[]> {
  const rows = await tables(db)
    .selectFrom('images_pictures')
    .select(['id', 'state_at'])
    .where('state', '=', state)
    .where('state_at', '<', before)
    .orderBy('state_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, state_at }) => ({ id, state, stateAt: state_at }));
}

const BATCH_SIZE = 500;

/** Yields all pictures except arriving ones, whose upload has no response yet. */
export async function* listStoredPictures(db: Database): AsyncGenerator<StoredPicture[]> {
  for (let after = ''; ; ) {
    const rows = await tables(db)
      .selectFrom('images_pictures')
      .select(['id', 'state'])
      .where('id', '>', after)
      .where('state', '!=', 'arriving')
      .orderBy('id')
      .limit(BATCH_SIZE)
      .execute();
    yield rows.map(({ id, state }) => ({ id, isVisible: state !== 'leaving' }));
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_SIZE) return;
    after = last.id;
  }
}
