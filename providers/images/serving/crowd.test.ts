import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { listen } from '#platform/http/listen.ts';
import { createMemo } from '#platform/http/memo.ts';
import { freePort } from '#platform/testing/ports.ts';
import { createTestHost } from '../testing/host.ts';
import { createMemoryStorage } from '../testing/memory-storage.ts';
import { picture, readMetadata } from '../testing/pictures.ts';

const chrome = 'image/avif,image/webp,*/*';

/** The host behind a real socket, as in the application. */
async function openSockets() {
  const memory = createMemoryStorage();
  const storage = { ...memory, read: vi.fn(memory.read), write: vi.fn(memory.write) };
  const site = await createTestHost({ storage });
  const now = { ms: 1000 };
  const memoScope = createMemo({
    scopes: [site.host.memoScope],
    clock: () => now.ms,
    count: () => {},
  });
  const app = new Hono().use(memoScope.store).route('/images', site.host.app);
  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port });
  listening.serve(app, memoScope.handle);
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: chrome } });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };
  return {
    site,
    now,
    storage,
    get,
    async [Symbol.asyncDispose]() {
      await listening.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

test('generates a variant once for 100 clients and then serves it without reading the storage', async () => {
  await using open = await openSockets();
  const { site, get, storage } = open;
  const { id } = await site.uploadPicture(await picture('jpeg', 1200, 900));
  const path = `/images/${id}?w=162&dpr=2&auto=format`;
  const all = await Promise.all(Array.from({ length: 100 }, () => get(path)));
  expect(new Set(all.map(({ status, body }) => `${status} ${body.toString('base64')}`)).size).toBe(1);
  expect(await readMetadata(all[0]?.body ?? Buffer.alloc(0))).toMatchObject({ format: 'heif', width: 324 });
  expect(storage.write.mock.calls.map(([, name]) => name)).toEqual(['original', 'w324.avif']);
  storage.read.mockClear();
  for (const same of [path, `/images/${id}?auto=format&w=300`])
    expect((await get(same)).body).toEqual(all[0]?.body);
  expect(storage.read).not.toHaveBeenCalled();
});

test('stops serving a removed picture after 3 s, whichever process removed it', async () => {
  await using open = await openSockets();
  const { site, get, now, storage } = open;
  const { id } = await site.uploadPicture(await picture('jpeg', 300, 200));
  const path = `/images/${id}?w=162`;
  await get(path);
  storage.read.mockClear();
  now.ms += 3000;
  expect((await get(path)).status).toBe(200);
  expect(storage.read).not.toHaveBeenCalled();
  await site.remove({ id });
  now.ms += 3000;
  expect((await get(path)).status).toBe(404);
  expect((await get(path)).status).toBe(404);
});
