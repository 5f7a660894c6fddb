import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import { createLog } from '#platform/logs.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { diskStorage } from './disk.ts';
import { openS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

const folder = await mkdtempDisposable(join(tmpdir(), 'blood-buddies-disk-'));
const server = await startS3Server();
afterAll(() => Promise.all([folder.remove(), server.stop()]));

describe.each<[string, Storage]>([
  ['disk', diskStorage(join(folder.path, 'pictures'))],
  ['S3', await openS3Storage(server.settings, createLog('silent'))],
])('on %s', (_, storage) => {
  const read = async (id: string, name = 'original') => {
    const bytes = await storage.read(id, name);
    return bytes && [...bytes];
  };

  test('a file is read as it was written, until its picture is removed', async () => {
    const [id, other] = [newId(), newId()];
    await storage.write(id, 'original', Uint8Array.of(1, 2));
    await storage.write(id, 'w162.webp', Uint8Array.of(3));
    await storage.write(other, 'original', Uint8Array.of(4));
    expect(await read(id)).toEqual([1, 2]);
    expect(await read(id, 'w162.webp')).toEqual([3]);

    await storage.remove(id);
    await storage.remove(id);
    expect(await read(id)).toBeUndefined();
    expect(await read(id, 'w162.webp')).toBeUndefined();
    expect(await read(other)).toEqual([4]);
  });

  test('what was never written is missing, and can be removed', async () => {
    const id = newId();
    expect(await read(id)).toBeUndefined();
    await storage.remove(id);
    await storage.remove(id, 'w162.webp');
    await storage.write(id, 'original', Uint8Array.of(1));
    expect(await read(id, 'w162.webp')).toBeUndefined();
  });

  test('a later write takes the place of the earlier, whatever the sizes', async () => {
    const id = newId();
    await storage.write(id, 'original', new Uint8Array(100_000).fill(7));
    await storage.write(id, 'original', Uint8Array.of(9));
    expect(await read(id)).toEqual([9]);
    await storage.write(id, 'original', new Uint8Array(0));
    expect(await read(id)).toEqual([]);
  });

  test('one file is removed without the others', async () => {
    const id = newId();
    await storage.write(id, 'original', Uint8Array.of(1));
    await storage.write(id, 'w162.webp', Uint8Array.of(2));
    await storage.remove(id, 'w162.webp');
    expect(await read(id, 'w162.webp')).toBeUndefined();
    expect(await read(id)).toEqual([1]);
  });

  test('a picture goes with all its files, though they are more than a page of a list', async () => {
    const [id, other] = [newId(), newId()];
    const names = Array.from({ length: 1005 }, (_, n) => `w${n}.webp`);
    for (let from = 0; from < names.length; from += 50)
      await Promise.all(
        names.slice(from, from + 50).map((name) => storage.write(id, name, Uint8Array.of(1))),
      );
    await storage.write(other, 'original', Uint8Array.of(4));
    await storage.remove(id);
    expect(await Promise.all(names.map((name) => read(id, name)))).toEqual(names.map(() => undefined));
    expect(await read(other)).toEqual([4]);
  });

  test('megabytes come back whole, twenty at once', async () => {
    const id = newId();
    const bytes = crypto.getRandomValues(new Uint8Array(65_536));
    const large = Buffer.concat(Array.from({ length: 40 }, () => bytes));
    await storage.write(id, 'original', large);
    const all = await Promise.all(Array.from({ length: 20 }, () => storage.read(id, 'original')));
    for (const one of all) expect(Buffer.compare(one ?? new Uint8Array(), large)).toBe(0);
  });
});
