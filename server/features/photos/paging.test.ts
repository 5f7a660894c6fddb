import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { addPhotos, listPhotos, shownPhotos } from './repository.ts';
import { type PhotoRoom, photoRoom } from './testing/room.ts';

async function fill(here: PhotoRoom, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  await here.db.transaction().execute(async (trx) => {
    for (let from = 0; from < count; from += 1000) {
      const rows = ids.slice(from, from + 1000).map((id) => ({
        id,
        user_id: 'rahim',
        img: `/images/${id}`,
        title: 'Donors',
        width: 40,
        height: 30,
        placeholder: null,
      }));
      await addPhotos(trx, rows);
    }
  });
  return ids.toReversed();
}

const hide = (here: PhotoRoom, ids: string[]) =>
  here.db.updateTable('photos').set({ hidden_at: 1 }).where('id', 'in', ids).execute();

onBothDatabases([serverMigrations], (open) => {
  test('[API-03] pages give each photo once while others come and go; hidden ones are in neither form', async () => {
    await using here = await photoRoom(open);
    const ids = await fill(here, 60);
    const hidden = ids.filter((_, n) => n % 7 === 0);
    await hide(here, hidden);
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = (await listPhotos(here.db, { limit: 10, after })).map(({ id }) => id);
      if (page.length === 0) break;
      seen.push(...page);
      after = page.at(-1);
      // What the next page is asked by goes, and something new comes.
      await here.db.deleteFrom('photos').where('id', '=', String(after)).execute();
      await fill(here, 1);
    }
    expect(seen).toEqual(ids.filter((id) => !hidden.includes(id)));
    expect((await listPhotos(here.db)).some(({ id }) => hidden.includes(id))).toBe(false);
  });

  test.each(['zzz', '0', "' or 1=1 --", '😀', '%', '/'])(
    '[API-03] `after` may be any text: %s',
    async (after) => {
      await using here = await photoRoom(open);
      await fill(here, 3);
      expect((await listPhotos(here.db, { limit: 2, after })).length).toBeLessThanOrEqual(2);
    },
  );

  test('[API-03] of 10,000 photos a page reads its own rows, by the primary key', async () => {
    await using here = await photoRoom(open);
    const ids = await fill(here, 10_000);
    await hide(here, ids.slice(0, 100));
    await sql`analyze`.execute(here.db);
    for (const after of [undefined, ids[5000]]) {
      const page = shownPhotos(here.db, { limit: 200, after });
      const onSqlite = await page.explain(undefined, sql`query plan`).catch(() => page.explain('text'));
      const plan = onSqlite.map((line) => Object.values(line).join(' ')).join('\n');
      expect(plan).toMatch(/using index sqlite_autoindex_photos_1|Index Scan Backward using photos_pkey/i);
      expect(plan).not.toMatch(/temp b-tree|sort/i);
    }
  });
});
