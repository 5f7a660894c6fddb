import type { Database } from '#platform/database/open.ts';
import type { ImagesTables } from '../schema/tables.ts';

/** A picture whose file moves with the site; `seen`: people may see it, so that it has to be there. */
export type Kept = { id: string; seen: boolean };

const TOGETHER = 500;

/** Every picture but those that were just arriving: their upload has not been answered, and the job clears them away. */
export async function* listKept(db: Database): AsyncGenerator<Kept[]> {
  for (let after = ''; ; ) {
    const rows = await db
      .withTables<ImagesTables>()
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
