import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { decideAsOperator } from '#server/features/moderation/testing/operator.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noon } from '#server/testing/people.ts';
import { approveReportedPhoto, listReportedPhotos } from './operator.ts';
import { MAX_HIDDEN_PER_HOUR, REPORTS_TO_HIDE, reportPhoto } from './reports.ts';
import { addPhotos, listPhotos, visiblePhotosQuery } from './repository.ts';
import { addPhoto } from './rules.ts';
import { listOwnPhotosAndReports } from './serialize.ts';
import { createPhotoDeps, type TestPhotoDeps } from './testing/photo-deps.ts';

const img = '/images/x';
const rejected = { code: 'photo-moderated' };

async function members<N extends number>(deps: TestPhotoDeps, count: N): Promise<Viewer[]> {
  return Promise.all(Array.from({ length: count }, () => deps.member()));
}

async function report(deps: TestPhotoDeps, id: string): Promise<void> {
  for (const member of await members(deps, REPORTS_TO_HIDE)) await reportPhoto(deps, member, id);
}

const isHidden = async (deps: TestPhotoDeps, viewer: Viewer) =>
  (await listOwnPhotosAndReports(deps, viewer)).own.map(({ hidden }) => hidden);

/**
 * Adds photos directly to the table and returns their ids, newest first.
 * @param picture the picture of all photos. By default, each has its own
 */
async function fill(deps: TestPhotoDeps, count: number, picture?: string): Promise<string[]> {
  const ids = Array.from({ length: count }, newId);
  const rows = ids.map((id) => ({
    id,
    user_id: newId(),
    picture_id: picture ?? id,
    title: 'Donors',
    width: 40,
    height: 30,
    placeholder: null,
  }));
  await deps.db.transaction().execute(async (trx) => {
    for (let from = 0; from < count; from += 1000) await addPhotos(trx, rows.slice(from, from + 1000));
  });
  return ids.toReversed();
}

const hide = (deps: TestPhotoDeps, ids: string[]) =>
  deps.db.updateTable('photos').set({ hidden_at: 1 }).where('id', 'in', ids).execute();

/** Returns the query plan of a page of photos. */
async function explainPlan(deps: TestPhotoDeps, after?: string): Promise<string> {
  const page = visiblePhotosQuery(deps.db, { limit: 200, after });
  const lines = await page.explain(undefined, sql`query plan`).catch(() => page.explain('text'));
  return lines.map((line) => Object.values(line).join(' ')).join('\n');
}

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => createPhotoDeps(open));

  test('hides later photos of a picture with the reported one, and shows all when the operator keeps it', async (deps) => {
    const [owner, other] = (await members(deps, 2)) as [Viewer, Viewer];
    const [first, copy, another] = [
      await deps.add(owner, img),
      await deps.add(other, img),
      await deps.add(owner),
    ];
    await report(deps, first);
    expect(await deps.shown()).toEqual([another]);
    expect(deps.hidden).toEqual([first]);
    expect(await isHidden(deps, owner)).toEqual([false, true]);
    expect(await isHidden(deps, other)).toEqual([true]);
    await expect(addPhoto(deps, other, { img })).rejects.toMatchObject(rejected);

    await approveReportedPhoto(decideAsOperator(deps.database, deps), first);
    expect(await deps.shown()).toEqual([another, copy, first]);
    expect(await isHidden(deps, other)).toEqual([false]);
    expect((await addPhoto(deps, other, { img })).insertedId).toBe(copy);
  });

  test("hides only the copy when a copy of another member's picture is reported", async (deps) => {
    const [owner, copier, later] = (await members(deps, 3)) as [Viewer, Viewer, Viewer];
    const first = await deps.add(owner, img);
    const copy = await deps.add(copier, img);
    await deps.add(later, img);
    await report(deps, copy);
    expect(await deps.shown()).toEqual([first]);
    expect(await isHidden(deps, owner)).toEqual([false]);
    expect(await isHidden(deps, later)).toEqual([true]);
  });

  test('keeps a photo visible that the operator kept, whatever happens to an earlier photo of its picture', async (deps) => {
    const [owner, other] = (await members(deps, 2)) as [Viewer, Viewer];
    const [first, copy] = [await deps.add(owner, img), await deps.add(other, img)];
    await approveReportedPhoto(decideAsOperator(deps.database, deps), copy);
    await report(deps, first);
    expect(await deps.shown()).toEqual([copy]);
    expect(await isHidden(deps, other)).toEqual([false]);
    expect((await addPhoto(deps, other, { img })).insertedId).toBe(copy);
  });

  test('copies of a hidden picture do not count toward the hourly limit; the operator sees the reason', async (deps) => {
    const [owner, ...others] = (await members(deps, MAX_HIDDEN_PER_HOUR + 2)) as [Viewer, ...Viewer[]];
    const first = await deps.add(owner, img);
    const copies = [];
    for (const other of others) copies.push(await deps.add(other, img));
    await report(deps, first);
    for (const copy of copies) await report(deps, copy);
    expect([deps.hidden, deps.held]).toEqual([[first], []]);
    const [, ...lines] = (await listReportedPhotos(deps, 'https://site.example', noon)).split('\n');
    expect(lines[0]).toContain(`${first}  hidden  3 reports`);
    expect(lines[1]).toContain('  hidden with an earlier photo of the picture  3 reports');

    for (let n = 1; n < MAX_HIDDEN_PER_HOUR; n += 1) await report(deps, await deps.add(owner));
    expect(deps.held).toEqual([]);
    await report(deps, await deps.add(owner));
    expect(deps.held).toHaveLength(1);
  });

  test('hides photos that are added while reports hide their picture', async (deps) => {
    const [owner, ...others] = (await members(deps, 9)) as [Viewer, ...Viewer[]];
    const first = await deps.add(owner, img);
    const reporters = await members(deps, REPORTS_TO_HIDE);
    await Promise.allSettled([
      ...reporters.map((reporter) => reportPhoto(deps, reporter, first)),
      ...others.map((other) => deps.add(other, img)),
    ]);
    expect(deps.hidden).toEqual([first]);
    expect(await deps.shown()).toEqual([]);
  });

  test('uses the index of hidden pictures for a page when many photos share a hidden picture', async (deps) => {
    const ids = await fill(deps, 10_000, img);
    await hide(deps, ids.slice(-1));
    await sql`analyze`.execute(deps.db);
    const plan = await explainPlan(deps);
    expect(plan).toMatch(/hidden_photos_by_picture_id/);
    expect(await deps.shown()).toEqual([]);
  });

  test('[API-03] lists each photo once on pages while photos are added and deleted, and never a hidden one', async (deps) => {
    const ids = await fill(deps, 60);
    const hidden = ids.filter((_, n) => n % 7 === 0);
    await hide(deps, hidden);
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = (await listPhotos(deps.db, { limit: 10, after })).map(({ id }) => id);
      if (page.length === 0) break;
      seen.push(...page);
      after = page.at(-1);
      // Delete the photo that the next page starts after, and add a new one.
      await deps.db.deleteFrom('photos').where('id', '=', String(after)).execute();
      await fill(deps, 1);
    }
    expect(seen).toEqual(ids.filter((id) => !hidden.includes(id)));
    expect((await listPhotos(deps.db)).some(({ id }) => hidden.includes(id))).toBe(false);
  });

  it.each(['zzz', '0', "' or 1=1 --", '😀', '%', '/'])(
    '[API-03] accepts any text as `after`: %s',
    async (after) => {
      await using deps = await createPhotoDeps(open);
      await fill(deps, 3);
      expect((await listPhotos(deps.db, { limit: 2, after })).length).toBeLessThanOrEqual(2);
    },
  );

  test('[API-03] reads a page of 10,000 photos by the primary key', async (deps) => {
    const ids = await fill(deps, 10_000);
    await hide(deps, ids.slice(0, 100));
    await sql`analyze`.execute(deps.db);
    for (const after of [undefined, ids[5000]]) {
      const plan = await explainPlan(deps, after);
      expect(plan).toMatch(/using index sqlite_autoindex_photos_1|Index Scan Backward using photos_pkey/i);
      expect(plan).not.toMatch(/temp b-tree|sort/i);
    }
  });
});
