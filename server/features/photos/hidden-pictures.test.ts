import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noon } from '#server/testing/people.ts';
import { describeReported, keepReported } from './administration.ts';
import { MAX_HIDDEN_PER_HOUR, REPORTS_TO_HIDE, reportPhoto } from './reports.ts';
import { addPhotos, listPhotos, shownPhotos } from './repository.ts';
import { addPhoto, deletePhoto } from './rules.ts';
import { ownPhotos } from './serialize.ts';
import { createPhotoDeps, type TestPhotoDeps } from './testing/photo-deps.ts';

const img = '/images/x';
const refused = { code: 'photo-moderated' };

async function members<N extends number>(here: TestPhotoDeps, count: N): Promise<Viewer[]> {
  return Promise.all(Array.from({ length: count }, () => here.member()));
}

async function report(here: TestPhotoDeps, id: string): Promise<void> {
  for (const member of await members(here, REPORTS_TO_HIDE)) await reportPhoto(here, member, id);
}

const isHidden = async (here: TestPhotoDeps, viewer: Viewer) =>
  (await ownPhotos(here, viewer)).own.map(({ hidden }) => hidden);

/**
 * Adds photos directly to the table and returns their ids, newest first.
 * @param img the picture of all photos; by default each has its own
 */
async function fill(here: TestPhotoDeps, count: number, of?: string): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  const rows = ids.map((id) => ({
    ...{ id, user_id: newId(), img: of ?? `/images/${id}`, title: 'Donors' },
    ...{ width: 40, height: 30, placeholder: null },
  }));
  await here.db.transaction().execute(async (trx) => {
    for (let from = 0; from < count; from += 1000) await addPhotos(trx, rows.slice(from, from + 1000));
  });
  return ids.toReversed();
}

const hide = (here: TestPhotoDeps, ids: string[]) =>
  here.db.updateTable('photos').set({ hidden_at: 1 }).where('id', 'in', ids).execute();

/** Returns the query plan of a page of photos. */
async function planOf(here: TestPhotoDeps, after?: string): Promise<string> {
  const page = shownPhotos(here.db, { limit: 200, after });
  const lines = await page.explain(undefined, sql`query plan`).catch(() => page.explain('text'));
  return lines.map((line) => Object.values(line).join(' ')).join('\n');
}

onBothDatabases([serverMigrations], (open) => {
  test('hides later photos of a picture together with the reported one, and shows all when the operator keeps it', async () => {
    await using here = await createPhotoDeps(open);
    const [owner, other] = (await members(here, 2)) as [Viewer, Viewer];
    const [first, copy, another] = [
      await here.add(owner, img),
      await here.add(other, img),
      await here.add(owner),
    ];
    await report(here, first);
    expect(await here.shown()).toEqual([another]);
    expect(here.hidden).toEqual([first]);
    expect(await isHidden(here, owner)).toEqual([false, true]);
    expect(await isHidden(here, other)).toEqual([true]);
    await expect(addPhoto(here, other, { img })).rejects.toMatchObject(refused);

    await keepReported(here.database, first, noon);
    expect(await here.shown()).toEqual([another, copy, first]);
    expect(await isHidden(here, other)).toEqual([false]);
    expect((await addPhoto(here, other, { img })).insertedId).toBe(copy);
  });

  test("hides only the copy when a copy of another member's picture is reported", async () => {
    await using here = await createPhotoDeps(open);
    const [owner, copier, later] = (await members(here, 3)) as [Viewer, Viewer, Viewer];
    const first = await here.add(owner, img);
    const copy = await here.add(copier, img);
    await here.add(later, img);
    await report(here, copy);
    expect(await here.shown()).toEqual([first]);
    expect(await isHidden(here, owner)).toEqual([false]);
    expect(await isHidden(here, later)).toEqual([true]);
  });

  test('keeps a photo visible that the operator kept, whatever happens to an earlier photo of its picture', async () => {
    await using here = await createPhotoDeps(open);
    const [owner, other] = (await members(here, 2)) as [Viewer, Viewer];
    const [first, copy] = [await here.add(owner, img), await here.add(other, img)];
    await keepReported(here.database, copy, noon);
    await report(here, first);
    expect(await here.shown()).toEqual([copy]);
    expect(await isHidden(here, other)).toEqual([false]);
    expect((await addPhoto(here, other, { img })).insertedId).toBe(copy);
  });

  test('does not count copies of a hidden picture toward the hourly limit, and tells the operator why they are hidden', async () => {
    await using here = await createPhotoDeps(open);
    const [owner, ...others] = (await members(here, MAX_HIDDEN_PER_HOUR + 2)) as [Viewer, ...Viewer[]];
    const first = await here.add(owner, img);
    const copies = [];
    for (const other of others) copies.push(await here.add(other, img));
    await report(here, first);
    for (const copy of copies) await report(here, copy);
    expect([here.hidden, here.held]).toEqual([[first], []]);
    const [, ...lines] = (await describeReported(here.database, 'https://site.example', noon)).split('\n');
    expect(lines[0]).toContain(`${first}  hidden  3 reports`);
    expect(lines[1]).toContain('  hidden with an earlier photo of the picture  3 reports');

    for (let n = 1; n < MAX_HIDDEN_PER_HOUR; n += 1) await report(here, await here.add(owner));
    expect(here.held).toEqual([]);
    await report(here, await here.add(owner));
    expect(here.held).toHaveLength(1);
  });

  test('hides photos that are added while reports hide their picture', async () => {
    await using here = await createPhotoDeps(open);
    const [owner, ...others] = (await members(here, 9)) as [Viewer, ...Viewer[]];
    const first = await here.add(owner, img);
    const reporters = await members(here, REPORTS_TO_HIDE);
    await Promise.allSettled([
      ...reporters.map((reporter) => reportPhoto(here, reporter, first)),
      ...others.map((other) => here.add(other, img)),
    ]);
    expect(here.hidden).toEqual([first]);
    expect(await here.shown()).toEqual([]);
  });

  test('removes later photos of the picture when its hidden first photo is deleted', async () => {
    await using here = await createPhotoDeps(open);
    const [owner, other] = (await members(here, 2)) as [Viewer, Viewer];
    const first = await here.add(owner, img);
    await here.add(other, img);
    await report(here, first);
    await deletePhoto(here, owner, first);
    expect(await here.shown()).toEqual([]);
    expect((await ownPhotos(here, other)).own).toEqual([]);
  });

  test('uses the index of hidden pictures for a page when many photos share a hidden picture', async () => {
    await using here = await createPhotoDeps(open);
    const ids = await fill(here, 10_000, img);
    await hide(here, ids.slice(-1));
    await sql`analyze`.execute(here.db);
    const plan = await planOf(here);
    expect(plan).toMatch(/hidden_photos_of_picture/);
    expect(await here.shown()).toEqual([]);
  });

  test('[API-03] lists each photo once on pages while photos are added and deleted, and never a hidden one', async () => {
    await using here = await createPhotoDeps(open);
    const ids = await fill(here, 60);
    const hidden = ids.filter((_, n) => n % 7 === 0);
    await hide(here, hidden);
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = (await listPhotos(here.db, { limit: 10, after })).map(({ id }) => id);
      if (page.length === 0) break;
      seen.push(...page);
      after = page.at(-1);
      // Delete the photo that the next page starts after, and add a new one.
      await here.db.deleteFrom('photos').where('id', '=', String(after)).execute();
      await fill(here, 1);
    }
    expect(seen).toEqual(ids.filter((id) => !hidden.includes(id)));
    expect((await listPhotos(here.db)).some(({ id }) => hidden.includes(id))).toBe(false);
  });

  test.each(['zzz', '0', "' or 1=1 --", '😀', '%', '/'])(
    '[API-03] accepts any text as `after`: %s',
    async (after) => {
      await using here = await createPhotoDeps(open);
      await fill(here, 3);
      expect((await listPhotos(here.db, { limit: 2, after })).length).toBeLessThanOrEqual(2);
    },
  );

  test('[API-03] reads a page of 10,000 photos by the primary key', async () => {
    await using here = await createPhotoDeps(open);
    const ids = await fill(here, 10_000);
    await hide(here, ids.slice(0, 100));
    await sql`analyze`.execute(here.db);
    for (const after of [undefined, ids[5000]]) {
      const plan = await planOf(here, after);
      expect(plan).toMatch(/using index sqlite_autoindex_photos_1|Index Scan Backward using photos_pkey/i);
      expect(plan).not.toMatch(/temp b-tree|sort/i);
    }
  });
});
