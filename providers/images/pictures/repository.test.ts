import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { storedPicture as photo } from '../testing/pictures.ts';
import type { PictureState } from './picture.ts';
import { changePictureState, deletePictureRow, findPicture, insertPicture } from './repository.ts';

onBothDatabases([imagesMigrations], (open) => {
  test('finds a picture unchanged from when it is new until it is leaving', async () => {
    await using database = await open();
    const { db } = database;
    const find = () => findPicture(db, photo.id);
    const change = (from: PictureState, to: PictureState) =>
      changePictureState(db, photo.id, { from: [from], to, now: photo.createdAt });
    await insertPicture(db, photo);
    expect(await find()).toBeUndefined();
    await deletePictureRow(db, photo.id);

    expect(await change('arriving', 'new')).toBe(true);
    expect(await change('arriving', 'new')).toBe(false);
    expect(await find()).toEqual(photo);
    expect(await findPicture(db, newId())).toBeUndefined();
    expect(await change('new', 'saved')).toBe(true);
    expect(await find()).toEqual(photo);
    await deletePictureRow(db, photo.id);
    expect(await find()).toEqual(photo);

    expect(await change('saved', 'leaving')).toBe(true);
    expect(await find()).toBeUndefined();
    await deletePictureRow(db, photo.id);
    expect(await change('leaving', 'saved')).toBe(false);
  });
});
