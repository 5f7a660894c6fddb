import { mkdir, mkdtempDisposable, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createDiskStorage, removeStaleFiles, temporaryFolder } from './disk.ts';

const { disk, simulateFullDisk } = await vi.hoisted(() => import('#platform/testing/full-disk.ts'));
vi.mock('node:fs/promises', async (original) => simulateFullDisk(await original()));

const temporary = () => mkdtempDisposable(join(tmpdir(), 'blood-buddies-disk-'));
const folderOf = (root: string, id: string) => join(root, id.slice(-2), id);

test('leaves one whole file and no others when twenty writers write the same file', async () => {
  await using folder = await temporary();
  const storage = createDiskStorage(folder.path);
  const id = newId();
  const bodies = Array.from({ length: 20 }, (_, i) => new Uint8Array(50_000).fill(i));
  await Promise.all(bodies.map((body) => storage.write(id, 'w162.webp', body)));
  expect(await readdir(folderOf(folder.path, id))).toEqual(['w162.webp']);
  expect(await readdir(temporaryFolder(folder.path))).toEqual([]);
  const stored = (await storage.read(id, 'w162.webp')) ?? new Uint8Array();
  expect(stored).toHaveLength(50_000);
  expect(new Set(stored).size).toBe(1);
});

test('rejects a file on a full disk, leaves nothing of it and keeps the previous file', async () => {
  await using folder = await temporary();
  const storage = createDiskStorage(folder.path);
  const id = newId();
  await storage.write(id, 'original', Uint8Array.of(1));
  disk.full = true;
  for (const name of ['original', 'w162.webp'])
    await expect(storage.write(id, name, Uint8Array.of(2))).rejects.toThrow('ENOSPC');
  disk.full = false;
  expect(await readdir(temporaryFolder(folder.path))).toEqual([]);
  expect(await readdir(folderOf(folder.path, id))).toEqual(['original']);
  expect([...((await storage.read(id, 'original')) ?? [])]).toEqual([1]);
});

test('removes the folder with its last file', async () => {
  await using folder = await temporary();
  const storage = createDiskStorage(folder.path);
  const id = newId();
  await storage.write(id, 'w162.webp', Uint8Array.of(1));
  await storage.remove(id, 'w162.webp');
  expect(await readdir(join(folder.path, id.slice(-2)))).toEqual([]);
});

test('removes unfinished files after an hour, and keeps younger ones', async () => {
  await using folder = await temporary();
  const folderPath = temporaryFolder(folder.path);
  await mkdir(folderPath);
  const now = 1_795_000_000;
  for (const [name, age] of [
    ['old', 3601],
    ['young', 3600],
  ] as const) {
    await writeFile(join(folderPath, name), 'half');
    await utimes(join(folderPath, name), now - age, now - age);
  }
  await removeStaleFiles(folderPath, () => now * 1000);
  expect(await readdir(folderPath)).toEqual(['young']);
});
