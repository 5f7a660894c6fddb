import { mkdir, mkdtempDisposable, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { diskStorage, writingFolder } from './disk.ts';
import { removeLeftovers } from './leftovers.ts';

const { disk, simulateFullDisk } = await vi.hoisted(() => import('#platform/testing/full-disk.ts'));
vi.mock('node:fs/promises', async (original) => simulateFullDisk(await original()));

const temporary = () => mkdtempDisposable(join(tmpdir(), 'blood-buddies-disk-'));
const folderOf = (root: string, id: string) => join(root, id.slice(-2), id);

test('twenty who write one file at once leave one whole file and nothing beside it', async () => {
  await using folder = await temporary();
  const storage = diskStorage(folder.path);
  const id = newId();
  const bodies = Array.from({ length: 20 }, (_, i) => new Uint8Array(50_000).fill(i));
  await Promise.all(bodies.map((body) => storage.write(id, 'w162.webp', body)));
  expect(await readdir(folderOf(folder.path, id))).toEqual(['w162.webp']);
  expect(await readdir(writingFolder(folder.path))).toEqual([]);
  const kept = (await storage.read(id, 'w162.webp')) ?? new Uint8Array();
  expect(kept).toHaveLength(50_000);
  expect(new Set(kept).size).toBe(1);
});

test('a full disk refuses a file, leaves nothing of it, and keeps the one before', async () => {
  await using folder = await temporary();
  const storage = diskStorage(folder.path);
  const id = newId();
  await storage.write(id, 'original', Uint8Array.of(1));
  disk.full = true;
  for (const name of ['original', 'w162.webp'])
    await expect(storage.write(id, name, Uint8Array.of(2))).rejects.toThrow('ENOSPC');
  disk.full = false;
  expect(await readdir(writingFolder(folder.path))).toEqual([]);
  expect(await readdir(folderOf(folder.path, id))).toEqual(['original']);
  expect([...((await storage.read(id, 'original')) ?? [])]).toEqual([1]);
});

test('no folder is left of a picture whose last file is gone', async () => {
  await using folder = await temporary();
  const storage = diskStorage(folder.path);
  const id = newId();
  await storage.write(id, 'w162.webp', Uint8Array.of(1));
  await storage.remove(id, 'w162.webp');
  expect(await readdir(join(folder.path, id.slice(-2)))).toEqual([]);
});

test('what a crash left half written goes after an hour; what is being written stays', async () => {
  await using folder = await temporary();
  const writing = writingFolder(folder.path);
  await mkdir(writing);
  const now = 1_795_000_000;
  for (const [name, age] of [
    ['old', 3601],
    ['young', 3600],
  ] as const) {
    await writeFile(join(writing, name), 'half');
    await utimes(join(writing, name), now - age, now - age);
  }
  await removeLeftovers(writing, () => now * 1000);
  expect(await readdir(writing)).toEqual(['young']);
});
