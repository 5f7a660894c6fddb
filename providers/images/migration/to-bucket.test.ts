import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '#platform/testing/databases.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { diskStorage, picturesFolder } from '../storage/disk.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { createTestStore } from '../testing/test-store.ts';
import { copyPicturesToBucket, pictureFiles } from './to-bucket.ts';

const bytesOf = (id: string) => new TextEncoder().encode(`picture ${id}`);

/** Six pictures: four that are seen, of which one has lost its file, one that leaves and one that arrives. */
async function openSite() {
  const shelf = await createTestStore(() => openSqlite([imagesMigrations]));
  const folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-pictures-'));
  const dataDir = folder.path;
  const disk = diskStorage(join(dataDir, picturesFolder));
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await shelf.upload());
  const [, saved, lost, , leaving, arriving] = ids as [string, string, string, string, string, string];
  await shelf.put(saved, 'saved');
  await shelf.put(leaving, 'leaving');
  await shelf.put(arriving, 'arriving');
  for (const id of ids.filter((each) => each !== lost)) {
    await disk.write(id, 'original', bytesOf(id));
    await disk.write(id, 'w162.avif', Uint8Array.of(1));
  }
  return {
    db: shelf.db,
    dataDir,
    disk,
    lost,
    arriving,
    moving: ids.filter((id) => id !== lost && id !== arriving),
    async [Symbol.asyncDispose]() {
      await shelf[Symbol.asyncDispose]();
      await folder.remove();
    },
  };
}

test('originals go over, also of what is leaving, and not of what was arriving; a lost one is told', async () => {
  await using site = await openSite();
  const bucket = memoryStorage();
  const first = await copyPicturesToBucket(site.db, site.dataDir, bucket);
  expect(first).toEqual({ copied: 4, there: 0, gone: [site.lost] });
  for (const id of site.moving) expect(await bucket.read(id, 'original')).toEqual(bytesOf(id));
  expect(bucket.names()).toEqual(Array(4).fill('original'));

  const [one = '', other = ''] = site.moving;
  await bucket.remove(one);
  await bucket.write(other, 'original', bytesOf('of somebody else'));
  const again = await copyPicturesToBucket(site.db, site.dataDir, bucket);
  expect(again).toEqual({ copied: 2, there: 2, gone: [site.lost] });
  for (const id of [one, other]) expect(await bucket.read(id, 'original')).toEqual(bytesOf(id));
});

test('what a backup holds are the same files, below DATA_DIR, and only those that people may see are needed', async () => {
  await using site = await openSite();
  const files: { path: string; needed: boolean }[] = [];
  for await (const file of pictureFiles(site.db)) files.push(file);
  const paths = [...site.moving, site.lost].map((id) => `${picturesFolder}/${id.slice(-2)}/${id}/original`);
  expect(files.map(({ path }) => path).sort()).toEqual(paths.sort());
  expect(files.filter(({ needed }) => !needed)).toHaveLength(1);
});

const refuse = () => Promise.reject(new Error('S3 answered 403.'));
test.each([
  ['refuses a write', { write: refuse }, 'S3 answered 403'],
  ['cannot be read', { read: refuse }, 'S3 answered 403'],
  ['keeps something else', { write: async () => {} }, 'it reads differently than it was written'],
])('a bucket that %s ends the copy with one line', async (_, fault, line) => {
  await using site = await openSite();
  const copy = copyPicturesToBucket(site.db, site.dataDir, { ...memoryStorage(), ...fault });
  await expect(copy).rejects.toThrow(new RegExp(`^The picture [0-9a-f-]{36} could not be copied.*${line}`));
});
