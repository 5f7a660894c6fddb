import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { beforeEach, expect, test, vi } from 'vitest';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/observability/log.ts';
import { openS3Storage } from './storage/s3.ts';
import type { Storage } from './storage/storage.ts';
import { createTestHost, encodedForm, imageForm } from './testing/host.ts';
import { createMemoryStorage } from './testing/memory-storage.ts';
import { picture, readMetadata } from './testing/pictures.ts';
import { startS3Server } from './testing/s3-server.ts';
import { overAnHour } from './testing/test-store.ts';

const error = vi.fn();
const log = { error } as unknown as Log;
beforeEach(() => error.mockClear());

/** A memory storage that can be full, and whose calls can be inspected. */
function openStorage() {
  const { read, write, remove, names } = createMemoryStorage();
  const disk = { full: false };
  const fail = async () => {
    throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  };
  const storage = {
    read: vi.fn(read),
    write: vi.fn<Storage['write']>((...args) => (disk.full ? fail() : write(...args))),
    remove: vi.fn(remove),
  };
  return { storage, names, disk };
}

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await response.json()).toEqual({
    error: {
      code: 'unavailable',
      message: 'Pictures cannot be stored or shown right now. Try again later.',
    },
  });
}

test('responds 503 with a clear message when the disk is full, logs the reason and leaves nothing behind', async () => {
  const { storage, names, disk } = openStorage();
  const time = { now: 1_795_000_000_000 };
  await using site = await createTestHost({ storage, log, clock: () => time.now });
  disk.full = true;
  await expectUnavailable(await site.upload(await picture()));
  expect(inspect(error.mock.calls, { depth: null })).toContain('ENOSPC');
  expect([names(), site.incoming()]).toEqual([[], []]);

  disk.full = false;
  time.now += overAnHour;
  await site.runJobs();
  expect(await site.states()).toEqual([]);
  expect((await site.upload(await picture())).status).toBe(200);
});

test('serves every size when the disk is full, though no new size can be stored', async () => {
  const { storage, names, disk } = openStorage();
  await using site = await createTestHost({ storage, log });
  const { id } = await site.uploadPicture(await picture());
  disk.full = true;
  for (const path of [`/images/${id}`, `/images/${id}?w=162`]) {
    const response = await site.request(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  }
  expect(names()).toEqual(['original']);
});

test('responds 503 when the upload folder is missing', async () => {
  await using site = await createTestHost({ log });
  await rm(join(site.dataDir, 'images', 'incoming'), { recursive: true });
  await expectUnavailable(await site.upload(await picture()));
  expect(inspect(error.mock.calls, { depth: null })).toContain('ENOENT');
  expect(await site.states()).toEqual([]);
});

test('stops receiving an upload when the upload folder is missing', async () => {
  await using site = await createTestHost({ log });
  await rm(join(site.dataDir, 'images', 'incoming'), { recursive: true });
  const { headers, body } = await encodedForm(imageForm(await picture()));
  const slowBody = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(body, 0, 500)),
    pull: (controller) => controller.enqueue(new Uint8Array(500)),
  });
  const init = { method: 'POST', headers, body: slowBody, duplex: 'half' };
  await expectUnavailable(await site.request(`/images/1/upload?key=${site.host.key}`, init));
});

test('stores variants in the bucket; responds 503 while it is down and finishes a removal later', async () => {
  await using s3 = await startS3Server();
  const storage = await openS3Storage(s3.settings, log);
  await using site = await createTestHost({ storage, log });
  const { id, size } = await site.uploadPicture(await picture());
  const get = async (query: string) =>
    new Uint8Array(await (await site.request(`/images/${id}${query}`)).arrayBuffer());
  expect(await get('')).toHaveLength(size);
  const small = await get('?w=162');
  expect(await readMetadata(small)).toMatchObject({ format: 'jpeg', width: 162 });
  expect(s3.filesOf(id)).toEqual(['original', 'w162.jpeg']);
  expect(await get('?w=150')).toEqual(small);
  expect([site.filesOf(id), site.incoming()]).toEqual([[], []]);
  const other = await site.uploadPicture(await picture());
  expect((await site.remove({ id })).status).toBe(204);
  expect(s3.filesOf(id)).toEqual([]);
  expect((await site.request(`/images/${id}`)).status).toBe(404);

  await s3.stop();
  await expectUnavailable(await site.upload(await picture()));
  await expectUnavailable(await site.request(`/images/${other.id}`));
  expect((await site.request(`/images/${other.id}?fm=json`)).status).toBe(200);
  expect(inspect(error.mock.calls, { depth: null })).toContain('ECONNREFUSED');
  expect(inspect(error.mock.calls, { depth: null })).not.toContain('Signature');

  expect((await site.remove({ id: other.id })).status).toBe(204);
  expect((await site.request(`/images/${other.id}?fm=json`)).status).toBe(404);
});

test('rejects path tricks in ids before they reach the storage', async () => {
  const { storage } = openStorage();
  await using site = await createTestHost({ storage, log });
  const { id } = await site.uploadPicture(await picture());
  storage.write.mockClear();
  const about = [`${id}..`, `${id}%2foriginal`, `${id}%00`, `${id}%0a`, `.${id}`, id.toUpperCase()];
  const upwards = ['..%2f..%2fsecret.key', '..%5c..%5csecret.key', '%252e%252e%252fsecret.key'];
  const tricks = [...about, ...upwards, newId(), 'nothing', '%ff%fe', 'a'.repeat(5000)];
  for (const trick of tricks) {
    for (const query of ['', '?w=162', '?fm=json']) {
      const response = await site.request(`/images/${trick}${query}`);
      expect([response.status, response.headers.get('cache-control')], trick).toEqual([404, 'no-store']);
    }
    // The id is percent-decoded, even where the result is not valid UTF-8.
    const decoded = new URLSearchParams(`id=${trick}`).get('id');
    expect((await site.remove({ id: decoded })).status, trick).toBe(404);
  }
  for (const call of Object.values(storage)) expect(call).not.toHaveBeenCalled();
});
