import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSqlite } from '#platform/testing/databases.ts';
import { imagesMigrations } from '../schema/migrations.ts';
import { createDiskStorage, picturesFolder } from '../storage/disk.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { createTestStore } from '../testing/test-store.ts';
import { copyPicturesToBucket, listPictureFiles } from './to-bucket.ts';

const bytesOf = (id: string) => new TextEncoder().encode(`picture ${id}`);

/**
 * Creates six pictures: four visible, one leaving and one arriving. One visible picture has lost its file.
 */
async function openSite() {
  const store = await createTestStore(() => openSqlite([imagesMigrations]));
  const folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-pictures-'));
  const dataDir = folder.path;
  const disk = createDiskStorage(join(dataDir, picturesFolder));
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) ids.push(await store.upload());
  const [, saved, lost, , leaving, arriving] = ids as [string, string, string, string, string, string];
  await store.setState(saved, 'saved');
  await store.setState(leaving, 'leaving');
  await store.setState(arriving, 'arriving');
  for (const id of ids.filter((id) => id !== lost)) {
    await disk.write(id, 'original', bytesOf(id));
    await disk.write(id, 'w162.avif', Uint8Array.of(1));
  }
  return {
    db: store.db,
    dataDir,
    disk,
    lost,
    arriving,
    copied: ids.filter((id) => id !== lost && id !== arriving),
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await folder.remove();
    },
  };
}

test('copies originals, even of leaving pictures, but not of arriving ones, and reports lost files', async () => {
  await using site = await openSite();
  const bucket = createMemoryStorage();
  const first = await copyPicturesToBucket(site.db, site.dataDir, bucket);
  expect(first).toEqual({ copied: 4, unchanged: 0, missing: [site.lost] });
  for (const id of site.copied) expect(await bucket.read(id, 'original')).toEqual(bytesOf(id));
  expect(bucket.names()).toEqual(Array(4).fill('original'));

  const [one = '', other = ''] = site.copied;
  await bucket.remove(one);
  await bucket.write(other, 'original', bytesOf('of another picture'));
  const again = await copyPicturesToBucket(site.db, site.dataDir, bucket);
  expect(again).toEqual({ copied: 2, unchanged: 2, missing: [site.lost] });
  for (const id of [one, other]) expect(await bucket.read(id, 'original')).toEqual(bytesOf(id));
});

test('lists the same files for a backup, below DATA_DIR, and only those of visible pictures as needed', async () => {
  await using site = await openSite();
  const files: { path: string; needed: boolean }[] = [];
  for await (const file of listPictureFiles(site.db)) files.push(file);
  const paths = [...site.copied, site.lost].map((id) => `${picturesFolder}/${id.slice(-2)}/${id}/original`);
  expect(files.map(({ path }) => path).sort()).toEqual(paths.sort());
  expect(files.filter(({ needed }) => !needed)).toHaveLength(1);
});

const fail = () => Promise.reject(new Error('S3 responded 403.'));
test.each([
  ['rejects a write', { write: fail }, 'S3 responded 403'],
  ['cannot be read', { read: fail }, 'S3 responded 403'],
  ['stores something else', { write: async () => {} }, 'the bucket returned different content'],
])('stops the copy with a one-line error when the bucket %s', async (_, fault, line) => {
  await using site = await openSite();
  const copy = copyPicturesToBucket(site.db, site.dataDir, { ...createMemoryStorage(), ...fault });
  await expect(copy).rejects.toThrow(new RegExp(`^The picture [0-9a-f-]{36} could not be copied.*${line}`));
});
