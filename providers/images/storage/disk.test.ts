import { mkdtempDisposable, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { diskStorage } from './disk.ts';

const temporary = () => mkdtempDisposable(join(tmpdir(), 'blood-buddies-disk-'));

test('a file is read as it was written, until its picture is removed', async () => {
  await using folder = await temporary();
  const storage = diskStorage(join(folder.path, 'pictures'));
  const [id, other] = [newId(), newId()];
  await storage.write(id, 'original', Uint8Array.of(1, 2));
  await storage.write(id, 'w162.webp', Uint8Array.of(3));
  await storage.write(other, 'original', Uint8Array.of(4));
  expect([...((await storage.read(id, 'original')) ?? [])]).toEqual([1, 2]);

  await storage.remove(id);
  await storage.remove(id);
  expect(await storage.read(id, 'original')).toBeUndefined();
  expect(await storage.read(id, 'w162.webp')).toBeUndefined();
  expect([...((await storage.read(other, 'original')) ?? [])]).toEqual([4]);
});

test('twenty who write one file at once leave one whole file and nothing beside it', async () => {
  await using folder = await temporary();
  const storage = diskStorage(folder.path);
  const id = newId();
  const bodies = Array.from({ length: 20 }, (_, i) => new Uint8Array(50_000).fill(i));
  await Promise.all(bodies.map((body) => storage.write(id, 'w162.webp', body)));
  expect(await readdir(join(folder.path, id.slice(-2), id))).toEqual(['w162.webp']);
  const kept = (await storage.read(id, 'w162.webp')) ?? new Uint8Array();
  expect(kept).toHaveLength(50_000);
  expect(new Set(kept).size).toBe(1);
});
