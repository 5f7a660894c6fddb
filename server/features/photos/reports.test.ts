import { expect } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days, hours } from '#platform/time.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { decideAsOperator } from '#server/features/moderation/testing/operator.ts';
import { deleteUser } from '#server/features/users/rules.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { noon } from '#server/testing/people.ts';
import { approveReportedPhoto, listReportedPhotos, removeReportedPhoto } from './operator.ts';
import { MAX_HIDDEN_PER_HOUR, REPORTS_TO_HIDE, reportPhoto } from './reports.ts';
import { addPhoto, deletePhoto, onAccountDeleted } from './rules.ts';
import { listOwnPhotosAndReports } from './serialize.ts';
import { createPhotoDeps, type TestPhotoDeps } from './testing/photo-deps.ts';

const site = 'https://site.example';
const createMembers = (deps: TestPhotoDeps, size: number) =>
  Promise.all(Array.from({ length: size }, () => deps.member()));

onBothDatabases([serverMigrations], (open) => {
  async function reportAs(deps: TestPhotoDeps, members: Viewer[], id: string) {
    for (const member of members) await reportPhoto(deps, member, id);
  }

  const test = testWith(() => createPhotoDeps(open));

  test('hides a photo when a third member reports it, ignoring repeated reports and its owner', async (deps) => {
    const [owner, a, b, c] = (await createMembers(deps, 4)) as [Viewer, Viewer, Viewer, Viewer];
    const id = await deps.add(owner);
    await reportAs(deps, [owner, a, a, a, b, b, owner], id);
    expect(await deps.row(id)).toMatchObject({ reports: 2, reported_at: noon, hidden_at: null });
    expect(await deps.shown()).toEqual([id]);

    deps.time.now += 5;
    await reportPhoto(deps, c, id);
    expect(await deps.row(id)).toMatchObject({ reports: 3, reported_at: noon, hidden_at: noon + 5 });
    expect(await deps.shown()).toEqual([]);
    expect(await listOwnPhotosAndReports(deps, owner)).toMatchObject({
      own: [{ _id: id, hidden: true }],
      reported: [],
    });
    expect(await listOwnPhotosAndReports(deps, c)).toEqual({ own: [], reported: [id] });
  });

  test('counts each of 20 concurrent members once and hides the photo once', async (deps) => {
    const id = await deps.add(await deps.member());
    const members = await createMembers(deps, 20);
    await Promise.all(
      [...members, ...members].map((member, n) =>
        reportPhoto({ ...deps, clock: () => noon + n }, member, id),
      ),
    );
    expect(await deps.row(id)).toMatchObject({ reports: 20, hidden_at: expect.any(Number) });
    const rows = await deps.db.selectFrom('photo_reports').selectAll().execute();
    expect(rows).toHaveLength(20);
    expect(deps.hidden).toEqual([id]);
  });

  test('leaves no reports behind when the photo is deleted at the same time', async (deps) => {
    const owner = await deps.member();
    const members = await createMembers(deps, 6);
    for (let round = 0; round < 5; round++) {
      const id = await deps.add(owner);
      const reports = members.map((member) => reportPhoto(deps, member, id));
      const [deleted, ...responses] = await Promise.allSettled([deletePhoto(deps, owner, id), ...reports]);
      expect(deleted.status).toBe('fulfilled');
      for (const response of responses)
        if (response.status === 'rejected') expect(response.reason).toMatchObject({ code: 'not-found' });
      expect(await deps.db.selectFrom('photo_reports').selectAll().execute()).toEqual([]);
    }
  });

  test('returns not-found for a report of an unknown photo', async (deps) => {
    expect(await codeOf(reportPhoto(deps, await deps.member(), 'unknown'))).toBe('not-found');
  });

  test('shows a photo that the operator kept, and only lists its further reports', async (deps) => {
    const id = await deps.add(await deps.member());
    await reportAs(deps, await createMembers(deps, REPORTS_TO_HIDE), id);
    expect(await deps.shown()).toEqual([]);

    await approveReportedPhoto(decideAsOperator(deps.database, deps), id);
    expect(await deps.shown()).toEqual([id]);
    expect(await listReportedPhotos(deps, site, noon)).toBe('No photos need a decision.');

    await reportAs(deps, await createMembers(deps, 5), id);
    expect(await deps.shown()).toEqual([id]);
    expect(deps.hidden).toEqual([id]);
    expect(await listReportedPhotos(deps, site, noon)).toContain(`${id}  shown, kept before  5 reports`);
  });

  test('lists hidden photos first, then by reports, with control characters removed from titles', async (deps) => {
    const owner = await deps.member();
    const [one, two, hidden] = [
      await deps.add(owner),
      await deps.add(owner),
      await deps.add(owner, '/images/x'),
    ];
    await deps.add(owner);
    await deps.db.updateTable('photos').set({ title: 'a\u001b[2Jb' }).where('id', '=', hidden).execute();
    const members = await createMembers(deps, 3);
    await reportAs(deps, members.slice(0, 1), one);
    await reportAs(deps, members.slice(0, 2), two);
    await reportAs(deps, members, hidden);
    const since = `since ${new Date(noon).toISOString()}`;
    const [head, ...lines] = (await listReportedPhotos(deps, site, noon)).split('\n');
    expect(head).toBe('Photos that need a decision: 3');
    expect(lines[0]).toBe(
      `${hidden}  hidden  3 reports  ${since}  https://site.example/images/x  of ${owner.userId}  "a [2Jb"`,
    );
    expect(lines[1]).toContain(`${two}  shown  2 reports`);
    expect(lines[2]).toContain(`${one}  shown  1 report  `);
  });

  test('removes every photo of the picture, its reports, and the picture once', async (deps) => {
    const [owner, copier] = [await deps.member(), await deps.member()];
    const other = await deps.add(owner);
    const id = await deps.add(owner, '/images/x');
    await deps.add(copier, '/images/x');
    await reportAs(deps, await createMembers(deps, 3), id);
    const remove = () =>
      removeReportedPhoto(
        deps.database,
        { decide: decideAsOperator(deps.database, deps), publicUrl: site },
        id,
      );
    expect(await remove()).toBe(
      `Photo ${id}: removed with 1 more of the same picture. ` +
        'The picture is deleted within seconds, or when the site runs again: https://site.example/images/x.',
    );
    expect(await deps.shown()).toEqual([other]);
    expect(await deps.db.selectFrom('photo_reports').selectAll().execute()).toEqual([]);
    const messages = await deps.database
      .withTables<{ platform_outbox: { kind: string; payload: string } }>()
      .selectFrom('platform_outbox')
      .select(['kind', 'payload'])
      .execute();
    expect(messages).toEqual([{ kind: 'remove-picture', payload: '{"pictureId":"x"}' }]);
    await expect(remove()).rejects.toThrow(`There is no photo ${id}.`);
    await expect(approveReportedPhoto(decideAsOperator(deps.database, deps), id)).rejects.toThrow(
      `There is no photo ${id}.`,
    );
  });

  test("deletes a member's reports with the account, and keeps the photo hidden", async (deps) => {
    const id = await deps.add(await deps.member());
    const members = await createMembers(deps, 3);
    await reportAs(deps, members, id);
    const identity = { verify: () => Promise.reject(new Error('unused')), removeAccount: async () => {} };
    for (const member of members)
      await deleteUser({ ...deps, identity }, member, (trx) => onAccountDeleted(deps, trx, member));
    expect(await deps.db.selectFrom('photo_reports').selectAll().execute()).toEqual([]);
    // Only the owner of the photo remains.
    expect(await deps.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    expect(await deps.row(id)).toMatchObject({ reports: 3, hidden_at: noon });
    expect(await codeOf(reportPhoto(deps, members[0] as Viewer, id))).toBe('credentials-refused');
  });

  test('counts reports of members with a verified address and an account that is a day old', async (deps) => {
    const id = await deps.add(await deps.member());
    const [unverified, young] = [{ emailVerified: false }, { now: noon - days(1) + 1 }];
    const threeReporters = [
      await deps.member('a', unverified),
      await deps.member('b', young),
      await deps.member('c'),
    ];
    const others = [await deps.member('d', unverified), await deps.member('e', young)];
    await reportAs(deps, [...threeReporters, ...others], id);
    expect(await deps.row(id)).toMatchObject({ reports: 5, hidden_at: null });
    expect(await listReportedPhotos(deps, site, noon)).toContain('shown  5 reports (1 counted)');

    deps.time.now += 1;
    await reportPhoto(deps, await deps.member('f', unverified), id);
    expect(await deps.row(id)).toMatchObject({ reports: 6, hidden_at: noon + 1 });
    expect(deps.hidden).toEqual([id]);
  });

  test('counts a report once the identity provider reports the address as verified', async (deps) => {
    const id = await deps.add(await deps.member());
    const members: Viewer[] = [];
    for (const name of ['a', 'b', 'c']) members.push(await deps.member(name, { emailVerified: false }));
    const isConfirmed = new Set<string>();
    const accounts = {
      listAddresses: async (_: unknown, ids: readonly string[]) =>
        new Map(ids.map((id) => [id, { email: '', isConfirmed: isConfirmed.has(id) }])),
    };
    for (const member of members) await reportPhoto({ ...deps, accounts }, member, id);
    expect(await deps.row(id)).toMatchObject({ reports: 3, hidden_at: null });
    // The reporters confirm their addresses without signing in again.
    for (const { userId } of members) isConfirmed.add(userId);
    await reportPhoto({ ...deps, accounts }, await deps.member('d'), id);
    expect(await deps.row(id)).toMatchObject({ hidden_at: noon });
  });

  test('hides a limited number of photos per hour under concurrent reports, and lists the others first', async (deps) => {
    const owner = await deps.member();
    const ids: string[] = [];
    for (let n = 0; n < MAX_HIDDEN_PER_HOUR + 3; n += 1) ids.push(await deps.add(owner));
    const members = await createMembers(deps, 4);
    await Promise.all(members.map((member) => reportAs(deps, [member], ids[0] as string)));
    await Promise.all(
      ids.slice(1).map((id) => Promise.all(members.map((member) => reportPhoto(deps, member, id)))),
    );
    expect(deps.hidden).toHaveLength(MAX_HIDDEN_PER_HOUR);
    expect(await deps.shown()).toHaveLength(3);
    expect([...(await deps.shown())].sort()).toEqual([...deps.held].sort());
    const [, ...lines] = (await listReportedPhotos(deps, site, noon)).split('\n');
    for (const line of lines.slice(0, 3)) expect(line).toContain('  shown, over the hourly limit  4 reports');
    expect(lines[3]).toContain('  hidden  4 reports');

    // A held photo is not hidden by the next report, but a photo reported an hour later is hidden.
    deps.time.now += hours(1);
    await reportPhoto(deps, await deps.member(), deps.held[0] as string);
    expect(await deps.shown()).toContain(deps.held[0]);
    const later = await deps.add(owner);
    await reportAs(deps, members, later);
    expect(deps.hidden.at(-1)).toBe(later);
    // Rows written while a clock was ahead count as unused.
    await deps.db
      .updateTable('photo_hidings')
      .set({ hidden_at: noon + days(3) })
      .execute();
    const last = await deps.add(owner);
    await reportAs(deps, members, last);
    expect(deps.hidden.at(-1)).toBe(last);
    await approveReportedPhoto(decideAsOperator(deps.database, deps), deps.held[0] as string);
    expect(await deps.row(deps.held[0] as string)).toMatchObject({
      over_limit_at: null,
      kept_at: deps.time.now,
    });
  });

  test('rejects photos of a hidden or removed picture until the operator keeps it', async (deps) => {
    const [owner, other] = [await deps.member(), await deps.member()];
    const [img, copied] = ['https://i.example.com/a.jpg', 'https://i.example.com/b.jpg'];
    const rejected = { code: 'photo-moderated' };
    const add = (member: Viewer, address: string) => addPhoto(deps, member, { img: address });

    const id = await deps.add(owner, img);
    await reportAs(deps, await createMembers(deps, 3), id);
    await expect(add(owner, img)).rejects.toMatchObject(rejected);
    await expect(add(other, img)).rejects.toMatchObject(rejected);
    await deletePhoto(deps, owner, id);
    await expect(add(owner, img)).rejects.toMatchObject(rejected);

    // Hiding a copy does not affect a member who already has a photo of the picture.
    const original = await deps.add(owner, copied);
    const copy = await deps.add(other, copied);
    await reportAs(deps, await createMembers(deps, 3), copy);
    expect((await add(owner, copied)).insertedId).toBe(original);
    await expect(add(other, copied)).rejects.toMatchObject(rejected);
    await approveReportedPhoto(decideAsOperator(deps.database, deps), original);
    await expect(add(other, copied)).rejects.toMatchObject(rejected);
    await approveReportedPhoto(decideAsOperator(deps.database, deps), copy);
    expect((await add(other, copied)).insertedId).toBe(copy);

    await removeReportedPhoto(
      deps.database,
      { decide: decideAsOperator(deps.database, deps), publicUrl: site },
      original,
    );
    for (const member of [owner, other]) await expect(add(member, copied)).rejects.toMatchObject(rejected);
  });

  test('lets the owner delete a hidden photo', async (deps) => {
    const owner = await deps.member();
    const id = await deps.add(owner);
    await reportAs(deps, await createMembers(deps, 3), id);
    await deletePhoto(deps, owner, id);
    expect(await deps.row(id)).toBeUndefined();
    expect(await listReportedPhotos(deps, site, noon)).toBe('No photos need a decision.');
  });
});
