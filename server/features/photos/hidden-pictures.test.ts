import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { serverMigrations } from '#server/schema/migrations.ts';
import { noon } from '#server/testing/people.ts';
import { describeReported, keepReported } from './administration.ts';
import { ownPhotos } from './present.ts';
import { hidesAt, MAX_HIDDEN_PER_HOUR, reportPhoto } from './reports.ts';
import { addPhotos, shownPhotos } from './repository.ts';
import { addPhoto, deletePhoto } from './rules.ts';
import { type PhotoRoom, photoRoom } from './testing/room.ts';

const img = '/images/x';
const refused = { code: 'photo-moderated' };

async function members<N extends number>(here: PhotoRoom, count: N): Promise<Viewer[]> {
  return Promise.all(Array.from({ length: count }, () => here.member()));
}

async function report(here: PhotoRoom, id: string): Promise<void> {
  for (const member of await members(here, hidesAt)) await reportPhoto(here, member, id);
}

const isHidden = async (here: PhotoRoom, viewer: Viewer) =>
  (await ownPhotos(here, viewer)).own.map(({ hidden }) => hidden);

onBothDatabases([serverMigrations], (open) => {
  test('reports that hide a photo hide its picture, also where others saved it later; the operator brings all back', async () => {
    await using here = await photoRoom(open);
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

  test('who saves a picture of somebody else under a nasty title hides only that by it', async () => {
    await using here = await photoRoom(open);
    const [owner, copier, later] = (await members(here, 3)) as [Viewer, Viewer, Viewer];
    const first = await here.add(owner, img);
    const copy = await here.add(copier, img);
    await here.add(later, img);
    await report(here, copy);
    expect(await here.shown()).toEqual([first]);
    expect(await isHidden(here, owner)).toEqual([false]);
    expect(await isHidden(here, later)).toEqual([true]);
  });

  test('what the operator has kept stays visible, whatever happens to an earlier photo of the picture', async () => {
    await using here = await photoRoom(open);
    const [owner, other] = (await members(here, 2)) as [Viewer, Viewer];
    const [first, copy] = [await here.add(owner, img), await here.add(other, img)];
    await keepReported(here.database, copy, noon);
    await report(here, first);
    expect(await here.shown()).toEqual([copy]);
    expect(await isHidden(here, other)).toEqual([false]);
    expect((await addPhoto(here, other, { img })).insertedId).toBe(copy);
  });

  test('copies of a hidden picture use up nothing of what reports may hide in an hour; the operator reads why nobody sees them', async () => {
    await using here = await photoRoom(open);
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

  test('photos that are saved while reports hide their picture are not seen', async () => {
    await using here = await photoRoom(open);
    const [owner, ...others] = (await members(here, 9)) as [Viewer, ...Viewer[]];
    const first = await here.add(owner, img);
    const reporters = await members(here, hidesAt);
    await Promise.allSettled([
      ...reporters.map((reporter) => reportPhoto(here, reporter, first)),
      ...others.map((other) => here.add(other, img)),
    ]);
    expect(here.hidden).toEqual([first]);
    expect(await here.shown()).toEqual([]);
  });

  test('who deletes a hidden photo takes the later ones of the picture along', async () => {
    await using here = await photoRoom(open);
    const [owner, other] = (await members(here, 2)) as [Viewer, Viewer];
    const first = await here.add(owner, img);
    await here.add(other, img);
    await report(here, first);
    await deletePhoto(here, owner, first);
    expect(await here.shown()).toEqual([]);
    expect((await ownPhotos(here, other)).own).toEqual([]);
  });

  test('a page costs its own rows, however many hold one hidden picture', async () => {
    await using here = await photoRoom(open);
    const rows = Array.from({ length: 10_000 }, () => ({
      ...{ id: newId(), user_id: newId(), img, title: 'Donors' },
      ...{ width: 40, height: 30, placeholder: null },
    }));
    await here.db.transaction().execute(async (trx) => {
      for (let from = 0; from < rows.length; from += 1000)
        await addPhotos(trx, rows.slice(from, from + 1000));
    });
    await here.db
      .updateTable('photos')
      .set({ hidden_at: 1 })
      .where('id', '=', rows[0]?.id ?? '')
      .execute();
    await sql`analyze`.execute(here.db);
    const page = shownPhotos(here.db, { limit: 200 });
    const plan = (await page.explain(undefined, sql`query plan`).catch(() => page.explain('text')))
      .map((line) => Object.values(line).join(' '))
      .join('\n');
    expect(plan).toMatch(/hidden_photos_of_picture/);
    expect(await here.shown()).toEqual([]);
  });
});
