import type { Database } from '#platform/database/open.ts';
import type { ImagesTables } from '../schema/tables.ts';
import type { Picture, PictureState, StoredFormat } from './picture.ts';

/** A picture as a round of the job saw it. */
export type ListedPicture = { id: string; state: PictureState; stateAt: number };

/** A picture whose file moves with the site; `seen`: people may see it, so that it has to be there. */
export type StoredPicture = { id: string; seen: boolean };

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

/** False when it was in none of those states, or not since that instant: of several replicas one succeeds. */
export async function changeState(
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

/** Forgets a picture whose files are gone. */
export async function deleteLeftover(db: Database, id: string): Promise<void> {
  await tables(db)
    .deleteFrom('images_pictures')
    .where('id', '=', id)
    .where('state', '=', 'leaving')
    .execute();
}

/** Those in that state since before then, the longest first. */
export async function listSince(
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

const TOGETHER = 500;

/** Every picture but those that were just arriving: their upload has not been answered, and the job clears them away. */
export async function* listStored(db: Database): AsyncGenerator<StoredPicture[]> {
  for (let after = ''; ; ) {
    const rows = await tables(db)
      .selectFrom('images_pictures')
      .select(['id', 'state'])
      .where('id', '>', after)
      .where('state', '!=', 'arriving')
      .orderBy('id')
      .limit(TOGETHER)
      .execute();
    yield rows.map(({ id, state }) => ({ id, seen: state !== 'leaving' }));
    const last = rows.at(-1);
    if (!last || rows.length < TOGETHER) return;
    after = last.id;
  }
}
