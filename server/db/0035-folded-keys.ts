import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { centerKey } from '#contract/center-key.ts';

type Changed = {
  centers: { id: string; name: string; name_key: string };
  late_cancellations: { id: string; center: string; center_key: string | null };
  appointments: { center_key: string | null };
};

/** Characters whose key is another one now: ß is ss, and invisible ones are ignored. */
const changedCharacters = ['ß', 'ς', 'ı', '\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff'];

/** Computes the keys of centers that have these characters again. A job fills in those of appointments. */
export const foldedKeys: Migration = {
  async up(anyDb) {
    const db = anyDb as Kysely<Changed>;
    const centers = await db.selectFrom('centers').select(['id', 'name', 'name_key']).execute();
    const taken = new Set(centers.map(({ name_key }) => name_key));
    for (const { id, name, name_key } of centers) {
      const key = centerKey(name);
      // Two centers may have had the two spellings as their names. Then the second keeps its key.
      if (key === name_key || taken.has(key)) continue;
      await db.updateTable('centers').set({ name_key: key }).where('id', '=', id).execute();
      taken.add(key);
    }
    for (const character of changedCharacters) {
      const pattern = `%${character}%`;
      await db
        .updateTable('appointments')
        .set({ center_key: null })
        .where('center_key', 'like', pattern)
        .execute();
      const late = db.selectFrom('late_cancellations').select(['id', 'center']);
      for (const { id, center } of await late.where('center_key', 'like', pattern).execute())
        await db
          .updateTable('late_cancellations')
          .set({ center_key: centerKey(center) })
          .where('id', '=', id)
          .execute();
    }
  },
};
