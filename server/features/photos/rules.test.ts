import { expect, test } from 'vitest';
import { inTransaction } from '#platform/database/transaction.ts';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { codeOf } from '#platform/testing/error-code.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { serverMigrations } from '#server/db/migrations.ts';
import { readRequestKey } from '#server/http/idempotency-repository.ts';
import { reportPhoto } from './reports.ts';
import { findVisiblePictures } from './repository.ts';
import { addPhoto, deletePhoto, onAccountDeleted, parseTitle, removePicture } from './rules.ts';
import { createPhotoDeps } from './testing/photo-deps.ts';

test.each([
  ['  Donors at the\ttent\r\n', 'Donors at the tent'],
  ['a\u0000\u001b[2J\u2028b', 'a [2J b'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['\u2066left\u2069 right', 'left right'],
  ['রক্\u200dতদান', 'রক্\u200dতদান'],
  ['נתינת \u200fדם', 'נתינת \u200fדם'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
])('turns a title into one line of plain text: %j', (sent, title) => expect(parseTitle(sent)).toBe(title));

test.each([undefined, '', ' \n\t ', '\u202e', '\u200b \u2060', '\u3164\u2800', '\u0301'])(
  'replaces the empty title %j with a default',
  (sent) => expect(parseTitle(sent)).toBe('A photo from our community'),
);

onBothDatabases([serverMigrations], (open) => {
  const test = testWith(() => createPhotoDeps(open));

  test('[API-04] adds one photo for 20 concurrent posts with one Idempotency-Key, and answers all the same', async (deps) => {
    const member = await deps.member();
    const photo = { img: '/images/x', title: 'Donors' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => addPhoto(deps, member, photo, readRequestKey('one', photo))),
    );
    const rows = await deps.db.selectFrom('photos').select('id').execute();
    expect(rows).toHaveLength(1);
    expect(responses).toEqual(Array(20).fill({ acknowledged: true, insertedId: rows[0]?.id }));
  });

  test('[API-04] keys are of a member and of one photo; a member has one photo of a picture', async (deps) => {
    const [rahim, maria] = [await deps.member(), await deps.member()];
    const photo = { img: '/images/x' };
    const key = readRequestKey('one', photo);
    const first = await addPhoto(deps, rahim, photo, key);
    expect((await addPhoto(deps, maria, photo, key)).insertedId).not.toBe(first.insertedId);
    const other = { img: '/images/y' };
    expect(await codeOf(addPhoto(deps, rahim, other, readRequestKey('one', other)))).toBe('key-reused');
    const again = [
      await addPhoto(deps, rahim, photo),
      await addPhoto(deps, rahim, photo, readRequestKey('two', photo)),
    ];
    // The key now refers to the existing photo.
    again.push(await addPhoto(deps, rahim, photo, readRequestKey('two', photo)));
    expect(again).toEqual([first, first, first]);
    expect(await deps.db.selectFrom('photos').select('id').execute()).toHaveLength(2);
  });

  test('[API-04] adds one photo for 20 concurrent posts of a picture with different keys, and answers all the same', async (deps) => {
    const member = await deps.member();
    const photo = { img: '/images/x' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => addPhoto(deps, member, photo, readRequestKey(`key ${n}`, photo))),
    );
    const rows = await deps.db.selectFrom('photos').select('id').execute();
    expect(rows).toHaveLength(1);
    expect(responses).toEqual(Array(20).fill({ acknowledged: true, insertedId: rows[0]?.id }));
    const keys = await deps.db.selectFrom('idempotency_keys').select('created_id').execute();
    expect(new Set(keys.map(({ created_id }) => created_id))).toEqual(new Set([rows[0]?.id]));
  });

  test('[API-04] repeats the response although photo and picture were deleted in the meantime', async (deps) => {
    const member = await deps.member();
    const photo = { img: '/images/x' };
    const first = await addPhoto(deps, member, photo, readRequestKey('one', photo));
    await deletePhoto(deps, member, first.insertedId);
    const images = { ...deps.images, describe: () => Promise.reject(new Error('gone')) };
    expect(await addPhoto({ ...deps, images }, member, photo, readRequestKey('one', photo))).toEqual(first);
    expect(await deps.db.selectFrom('photos').select('id').execute()).toEqual([]);
  });

  test('[API-03] stores the size from the image host, or else a complete size from the uploader', async () => {
    await using depsWithSize = await createPhotoDeps(open, { width: 40, height: 30, placeholder: 'data:,' });
    const photo = { img: '/images/x', width: 1, height: 2 };
    const { insertedId } = await addPhoto(depsWithSize, await depsWithSize.member(), photo);
    expect(await depsWithSize.row(insertedId)).toMatchObject({
      width: 40,
      height: 30,
      placeholder: 'data:,',
    });

    await using depsWithoutSize = await createPhotoDeps(open);
    const member = await depsWithoutSize.member();
    const complete = await addPhoto(depsWithoutSize, member, photo);
    expect(await depsWithoutSize.row(complete.insertedId)).toMatchObject({
      width: 1,
      height: 2,
      placeholder: null,
    });
    const incomplete = await addPhoto(depsWithoutSize, member, { img: '/images/y', width: 1 });
    expect(await depsWithoutSize.row(incomplete.insertedId)).toMatchObject({ width: null, height: null });
  });

  test('removes a picture after its last photo', async (deps) => {
    const member = await deps.member();
    const [own, foreign] = [newId(), 'https://i.example.com/a.jpg'];
    for (const img of [`/images/${own}`, foreign]) await deps.add(member, img);
    const many = Array.from({ length: 1200 }, newId);
    expect(await findVisiblePictures(deps.db, [...many, own, foreign])).toEqual(new Set([own, foreign]));
    expect(await findVisiblePictures(deps.db, [])).toEqual(new Set());

    for (const id of [own, 'gone']) await removePicture(deps, id);
    expect(deps.removed).toEqual(['gone']);
  });

  test("deletes all copies and their reports with the owner's photo, but only the copy of who copied", async (deps) => {
    const [owner, copier, third] = [await deps.member(), await deps.member(), await deps.member()];
    const img = '/images/x';
    const [first, copy] = [await deps.add(owner, img), await deps.add(copier, img)];
    const other = await deps.add(copier);
    await reportPhoto(deps, third, copy);
    const remaining = async () =>
      (await deps.db.selectFrom('photos').select('id').orderBy('id').execute()).map(({ id }) => id);

    expect(await remaining()).toEqual([first, copy, other]);
    await deletePhoto(deps, owner, first);
    expect(await remaining()).toEqual([other]);
    expect(await deps.db.selectFrom('photo_reports').selectAll().execute()).toEqual([]);

    const second = [await deps.add(owner, img), await deps.add(copier, img)];
    await deletePhoto(deps, copier, second[1] as string);
    expect(await remaining()).toEqual([other, second[0]]);
  });

  test("deletes a departing member's pictures, also where others copied them", async (deps) => {
    const [owner, copier] = [await deps.member(), await deps.member()];
    const [shared, copied] = ['/images/shared', '/images/copied'];
    for (const member of [owner, copier]) await deps.add(member, shared);
    for (const member of [copier, owner]) await deps.add(member, copied);
    await inTransaction(deps.db, (trx) => onAccountDeleted(deps, trx, owner));
    const remaining = await deps.db.selectFrom('photos').select(['picture_id', 'user_id']).execute();
    expect(remaining).toEqual([{ picture_id: 'copied', user_id: copier.userId }]);
  });
});
