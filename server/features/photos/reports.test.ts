import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { days, hours } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { deleteUser } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noon } from '#server/testing/people.ts';
import { describeReported, keepReported, removeReported } from './administration.ts';
import { MAX_HIDDEN_PER_HOUR, REPORTS_TO_HIDE, reportPhoto } from './reports.ts';
import { listPhotos } from './repository.ts';
import { addPhoto, deletePhoto, onAccountDeleted } from './rules.ts';
import { ownPhotos } from './serialize.ts';
import { createPhotoDeps, type TestPhotoDeps } from './testing/photo-deps.ts';

const site = 'https://site.example';
const crowd = (here: TestPhotoDeps, size: number) =>
  Promise.all(Array.from({ length: size }, () => here.member()));

onBothDatabases([serverMigrations], (open) => {
  const shown = async (here: TestPhotoDeps) => (await listPhotos(here.db)).map(({ id }) => id);

  async function reportedBy(here: TestPhotoDeps, members: Viewer[], id: string) {
    for (const member of members) await reportPhoto(here, member, id);
  }

  test('hides a photo when a third member reports it, ignoring repeated reports and its owner', async () => {
    await using here = await createPhotoDeps(open);
    const [owner, a, b, c] = (await crowd(here, 4)) as [Viewer, Viewer, Viewer, Viewer];
    const id = await here.add(owner);
    await reportedBy(here, [owner, a, a, a, b, b, owner], id);
    expect(await here.row(id)).toMatchObject({ reports: 2, reported_at: noon, hidden_at: null });
    expect(await shown(here)).toEqual([id]);

    here.time.now += 5;
    await reportPhoto(here, c, id);
    expect(await here.row(id)).toMatchObject({ reports: 3, reported_at: noon, hidden_at: noon + 5 });
    expect(await shown(here)).toEqual([]);
    expect(await ownPhotos(here, owner)).toMatchObject({ own: [{ _id: id, hidden: true }], reported: [] });
    expect(await ownPhotos(here, c)).toEqual({ own: [], reported: [id] });
  });

  test('counts each of 20 concurrent members once and hides the photo once', async () => {
    await using here = await createPhotoDeps(open);
    const id = await here.add(await here.member());
    const members = await crowd(here, 20);
    await Promise.all(
      [...members, ...members].map((member, n) =>
        reportPhoto({ ...here, clock: () => noon + n }, member, id),
      ),
    );
    expect(await here.row(id)).toMatchObject({ reports: 20, hidden_at: expect.any(Number) });
    const rows = await here.db.selectFrom('photo_reports').selectAll().execute();
    expect(rows).toHaveLength(20);
    expect(here.hidden).toEqual([id]);
  });

  test('leaves no reports behind when the photo is deleted at the same time', async () => {
    await using here = await createPhotoDeps(open);
    const owner = await here.member();
    const members = await crowd(here, 6);
    for (let round = 0; round < 5; round++) {
      const id = await here.add(owner);
      const reports = members.map((member) => reportPhoto(here, member, id));
      const [deleted, ...answers] = await Promise.allSettled([deletePhoto(here, owner, id), ...reports]);
      expect(deleted.status).toBe('fulfilled');
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'not-found' });
      expect(await here.db.selectFrom('photo_reports').selectAll().execute()).toEqual([]);
    }
  });

  test('returns not-found for a report of an unknown photo', async () => {
    await using here = await createPhotoDeps(open);
    await expect(reportPhoto(here, await here.member(), 'unknown')).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('shows a photo that the operator kept, and only lists its further reports', async () => {
    await using here = await createPhotoDeps(open);
    const id = await here.add(await here.member());
    await reportedBy(here, await crowd(here, REPORTS_TO_HIDE), id);
    expect(await shown(here)).toEqual([]);

    await keepReported(here.database, id, noon);
    expect(await shown(here)).toEqual([id]);
    expect(await describeReported(here.database, site, noon)).toBe('No photo waits for a decision.');

    await reportedBy(here, await crowd(here, 5), id);
    expect(await shown(here)).toEqual([id]);
    expect(here.hidden).toEqual([id]);
    expect(await describeReported(here.database, site, noon)).toContain(
      `${id}  shown, kept before  5 reports`,
    );
  });

  test('lists hidden photos first, then those with the most reports, with control characters removed from titles', async () => {
    await using here = await createPhotoDeps(open);
    const owner = await here.member();
    const [one, two, hidden] = [
      await here.add(owner),
      await here.add(owner),
      await here.add(owner, '/images/x'),
    ];
    await here.add(owner);
    await here.db.updateTable('photos').set({ title: 'a\u001b[2Jb' }).where('id', '=', hidden).execute();
    const members = await crowd(here, 3);
    await reportedBy(here, members.slice(0, 1), one);
    await reportedBy(here, members.slice(0, 2), two);
    await reportedBy(here, members, hidden);
    const since = `since ${new Date(noon).toISOString()}`;
    const [head, ...lines] = (await describeReported(here.database, site, noon)).split('\n');
    expect(head).toBe('Photos that wait for a decision: 3');
    expect(lines[0]).toBe(
      `${hidden}  hidden  3 reports  ${since}  https://site.example/images/x  of ${owner.userId}  "a [2Jb"`,
    );
    expect(lines[1]).toContain(`${two}  shown  2 reports`);
    expect(lines[2]).toContain(`${one}  shown  1 report  `);
  });

  test('removes every photo of the picture, its reports, and the picture once', async () => {
    await using here = await createPhotoDeps(open);
    const [owner, copier] = [await here.member(), await here.member()];
    const other = await here.add(owner);
    const id = await here.add(owner, '/images/x');
    await here.add(copier, '/images/x');
    await reportedBy(here, await crowd(here, 3), id);
    const remove = () =>
      removeReported(here.database, { outbox: here.outbox, publicUrl: site, now: noon }, id);
    expect(await remove()).toBe(
      `Photo ${id}: removed with 1 more of the same picture. ` +
        'The picture follows within seconds, or when the site runs again: https://site.example/images/x.',
    );
    expect(await shown(here)).toEqual([other]);
    expect(await here.db.selectFrom('photo_reports').selectAll().execute()).toEqual([]);
    const messages = await here.database
      .withTables<{ platform_outbox: { kind: string; payload: string } }>()
      .selectFrom('platform_outbox')
      .select(['kind', 'payload'])
      .execute();
    expect(messages).toEqual([{ kind: 'remove-picture', payload: '{"img":"/images/x"}' }]);
    await expect(remove()).rejects.toThrow(`There is no photo ${id}.`);
    await expect(keepReported(here.database, id, noon)).rejects.toThrow(`There is no photo ${id}.`);
  });

  test("deletes a member's reports with the account, and keeps the photo hidden", async () => {
    await using here = await createPhotoDeps(open);
    const id = await here.add(await here.member());
    const members = await crowd(here, 3);
    await reportedBy(here, members, id);
    const identity = { verify: () => Promise.reject(new Error('unused')), removeAccount: async () => {} };
    for (const member of members)
      await deleteUser({ ...here, identity }, member, [
        (trx, who) => onAccountDeleted(here.outbox, trx, who),
      ]);
    expect(await here.db.selectFrom('photo_reports').selectAll().execute()).toEqual([]);
    // Only the owner of the photo remains.
    expect(await here.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    expect(await here.row(id)).toMatchObject({ reports: 3, hidden_at: noon });
    await expect(reportPhoto(here, members[0] as Viewer, id)).rejects.toMatchObject({
      code: 'credentials-refused',
    });
  });

  test('counts reports of members with a verified address and an account that is a day old', async () => {
    await using here = await createPhotoDeps(open);
    const id = await here.add(await here.member());
    const [unconfirmed, young] = [{ emailVerified: false }, { now: noon - days(1) + 1 }];
    const early = [
      await here.member('a', unconfirmed),
      await here.member('b', young),
      await here.member('c'),
    ];
    const others = [await here.member('d', unconfirmed), await here.member('e', young)];
    await reportedBy(here, [...early, ...others], id);
    expect(await here.row(id)).toMatchObject({ reports: 5, hidden_at: null });
    expect(await describeReported(here.database, site, noon)).toContain('shown  5 reports (1 counted)');

    here.time.now += 1;
    await reportPhoto(here, await here.member('f', unconfirmed), id);
    expect(await here.row(id)).toMatchObject({ reports: 6, hidden_at: noon + 1 });
    expect(here.hidden).toEqual([id]);
  });

  test('counts a report once the identity provider reports the address as verified', async () => {
    await using here = await createPhotoDeps(open);
    const id = await here.add(await here.member());
    const members: Viewer[] = [];
    for (const name of ['a', 'b', 'c']) members.push(await here.member(name, { emailVerified: false }));
    const asked: string[] = [];
    const describeAccount = async (userId: string) => {
      asked.push(userId);
      const { email } = members.find((one) => one.userId === userId) as Viewer;
      return { email, emailVerified: true, providerUserInfo: [], createdAt: '0', lastLoginAt: '0' };
    };
    for (const member of members) await reportPhoto({ ...here, identity: { describeAccount } }, member, id);
    expect(await here.row(id)).toMatchObject({ hidden_at: noon });
    await reportPhoto({ ...here, identity: { describeAccount } }, members[0] as Viewer, id);
    expect(asked).toEqual(members.map(({ userId }) => userId));
  });

  test('hides a limited number of photos per hour under concurrent reports, and lists the others first', async () => {
    await using here = await createPhotoDeps(open);
    const owner = await here.member();
    const ids: string[] = [];
    for (let n = 0; n < MAX_HIDDEN_PER_HOUR + 3; n += 1) ids.push(await here.add(owner));
    const members = await crowd(here, 4);
    await Promise.all(members.map((member) => reportedBy(here, [member], ids[0] as string)));
    await Promise.all(
      ids.slice(1).map((id) => Promise.all(members.map((member) => reportPhoto(here, member, id)))),
    );
    expect(here.hidden).toHaveLength(MAX_HIDDEN_PER_HOUR);
    expect(await shown(here)).toHaveLength(3);
    expect([...(await shown(here))].sort()).toEqual([...here.held].sort());
    const [, ...lines] = (await describeReported(here.database, site, noon)).split('\n');
    for (const line of lines.slice(0, 3)) expect(line).toContain('  shown, over the hourly limit  4 reports');
    expect(lines[3]).toContain('  hidden  4 reports');

    // A held photo is not hidden by the next report; a photo reported an hour later is hidden.
    here.time.now += hours(1);
    await reportPhoto(here, await here.member(), here.held[0] as string);
    expect(await shown(here)).toContain(here.held[0]);
    const later = await here.add(owner);
    await reportedBy(here, members, later);
    expect(here.hidden.at(-1)).toBe(later);
    // Slots written while a clock was ahead count as unused.
    await here.db
      .updateTable('photo_hidings')
      .set({ hidden_at: noon + days(3) })
      .execute();
    const last = await here.add(owner);
    await reportedBy(here, members, last);
    expect(here.hidden.at(-1)).toBe(last);
    await keepReported(here.database, here.held[0] as string, noon);
    expect(await here.row(here.held[0] as string)).toMatchObject({ held_at: null, kept_at: noon });
  });

  test('rejects photos of a hidden or removed picture until the operator keeps it', async () => {
    await using here = await createPhotoDeps(open);
    const [owner, other] = [await here.member(), await here.member()];
    const [img, copied] = ['https://i.example.com/a.jpg', 'https://i.example.com/b.jpg'];
    const refused = { code: 'photo-moderated' };
    const save = (member: Viewer, address: string) => addPhoto(here, member, { img: address });

    const id = await here.add(owner, img);
    await reportedBy(here, await crowd(here, 3), id);
    await expect(save(owner, img)).rejects.toMatchObject(refused);
    await expect(save(other, img)).rejects.toMatchObject(refused);
    await deletePhoto(here, owner, id);
    await expect(save(owner, img)).rejects.toMatchObject(refused);

    // Hiding a copy does not affect a member who already has a photo of the picture.
    const original = await here.add(owner, copied);
    const copy = await here.add(other, copied);
    await reportedBy(here, await crowd(here, 3), copy);
    expect((await save(owner, copied)).insertedId).toBe(original);
    await expect(save(other, copied)).rejects.toMatchObject(refused);
    await keepReported(here.database, original, noon);
    await expect(save(other, copied)).rejects.toMatchObject(refused);
    await keepReported(here.database, copy, noon);
    expect((await save(other, copied)).insertedId).toBe(copy);

    await removeReported(here.database, { outbox: here.outbox, publicUrl: site, now: noon }, original);
    for (const member of [owner, other]) await expect(save(member, copied)).rejects.toMatchObject(refused);
  });

  test('lets the owner delete a hidden photo', async () => {
    await using here = await createPhotoDeps(open);
    const owner = await here.member();
    const id = await here.add(owner);
    await reportedBy(here, await crowd(here, 3), id);
    await deletePhoto(here, owner, id);
    expect(await here.row(id)).toBeUndefined();
    expect(await describeReported(here.database, site, noon)).toBe('No photo waits for a decision.');
  });
});
