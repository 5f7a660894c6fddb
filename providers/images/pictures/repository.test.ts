import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { isPictureId, type Picture } from './picture.ts';
import { deletePicture, findPicture, insertPicture } from './repository.ts';

const photo: Picture = {
  id: newId(),
  userId: 'rahim',
  width: 400,
  height: 300,
  bytes: 12_345,
  format: 'jpeg',
  placeholder: 'data:image/webp;base64,AAAA',
  createdAt: 1_795_000_000_000,
};

onBothDatabases([imagesMigrations], (open) => {
  test('a picture is found as it was kept, until it is deleted', async () => {
    await using database = await open();
    await insertPicture(database.db, photo);
    expect(await findPicture(database.db, photo.id)).toEqual(photo);
    expect(await findPicture(database.db, newId())).toBeUndefined();

    expect(await deletePicture(database.db, photo.id)).toBe(true);
    expect(await deletePicture(database.db, photo.id)).toBe(false);
    expect(await findPicture(database.db, photo.id)).toBeUndefined();
  });
});

test('only ids of ours look like one', () => {
  expect(isPictureId(newId())).toBe(true);
  for (const id of ['', '..', '../x', `${newId()}/..`, `${newId()}\0`, `${newId()}\n`, newId().toUpperCase()])
    expect(isPictureId(id), id).toBe(false);
});
