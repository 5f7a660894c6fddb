import type { Database } from '#platform/database/open.ts';
import type { ImagesTables } from '../schema/tables.ts';
import type { PictureState } from './picture.ts';

/** A picture as a round of the job saw it. */
export type Seen = { id: string; state: PictureState; stateAt: number };

const tables = (db: Database) => db.withTables<ImagesTables>();

/** Those in that state since before then, the longest first. */
export async function listSince(
  db: Database,
  state: PictureState,
  before: number,
  limit: number,
): Promise<Seen[]> {
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

/**
 * Moves a picture on, unless anybody has changed it since it was seen: of several replicas one succeeds. The new
 * instant takes it out of the list that it was in, so that no round looks at the same ones again.
 */
export async function moveOn(db: Database, seen: Seen, to: PictureState, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('images_pictures')
    .set({ state: to, state_at: now })
    .where('id', '=', seen.id)
    .where('state', '=', seen.state)
    .where('state_at', '=', seen.stateAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
