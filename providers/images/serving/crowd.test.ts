import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { listen } from '#platform/http/listen.ts';
import { createResponseCache } from '#platform/http/tuning/response-cache.ts';
import { freePort } from '#platform/testing/ports.ts';
import { createTestHost } from '../testing/host.ts';
import { memoryStorage } from '../testing/memory-storage.ts';
import { facts, picture } from '../testing/pictures.ts';

const chrome = 'image/avif,image/webp,*/*';

/** The host behind a real socket, as main.ts has it. */
async function openSockets() {
  const memory = memoryStorage();
  const storage = { ...memory, read: vi.fn(memory.read), write: vi.fn(memory.write) };
  const site = await createTestHost({ storage });
  const now = { ms: 1000 };
  const cacheScope = createResponseCache({
    scopes: [site.host.cacheScope],
    clock: () => now.ms,
    count: () => {},
  });
  const app = new Hono().use(cacheScope.store).route('/images', site.host.app);
  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port });
  listening.serve(app, cacheScope.handle);
  const ask = async (path: string, accept = chrome) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } });
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, type: response.headers.get('content-type'), body };
  };
  return {
    site,
    now,
    storage,
    ask,
    async [Symbol.asyncDispose]() {
      await listening.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

test('a variant asked for by 100 clients over as many sockets is made once, and then given without any reading', async () => {
  await using open = await openSockets();
  const { site, ask, storage } = open;
  const { id } = await site.uploaded(await picture('jpeg', 1200, 900));
  const path = `/images/${id}?w=162&dpr=2&auto=format`;
  const all = await Promise.all(Array.from({ length: 100 }, () => ask(path)));
  expect(new Set(all.map(({ status, body }) => `${status} ${body.toString('base64')}`)).size).toBe(1);
  expect(await facts(all[0]?.body ?? Buffer.alloc(0))).toMatchObject({ format: 'heif', width: 324 });
  expect(storage.write.mock.calls.map(([, name]) => name)).toEqual(['original', 'w324.avif']);
  storage.read.mockClear();
  for (const same of [path, `/images/${id}?auto=format&w=300`])
    expect((await ask(same)).body).toEqual(all[0]?.body);
  expect(storage.read).not.toHaveBeenCalled();
});

test('the same address is another picture for a client that takes another format', async () => {
  await using open = await openSockets();
  const { site, ask } = open;
  const { id } = await site.uploaded(await picture('jpeg', 300, 200));
  for (let round = 0; round < 2; round += 1)
    for (const [accept, type] of [
      [chrome, 'image/avif'],
      ['image/webp,*/*', 'image/webp'],
      ['*/*', 'image/jpeg'],
      ['image/avif;q=0,image/webp', 'image/webp'],
    ] as const)
      expect((await ask(`/images/${id}?w=162&auto=format`, accept)).type).toBe(type);
});

test('a removed picture is gone after 3 s, in whatever process it was removed', async () => {
  await using open = await openSockets();
  const { site, ask, now, storage } = open;
  const { id } = await site.uploaded(await picture('jpeg', 300, 200));
  const path = `/images/${id}?w=162`;
  await ask(path);
  storage.read.mockClear();
  now.ms += 3000;
  expect((await ask(path)).status).toBe(200);
  expect(storage.read).not.toHaveBeenCalled();
  await site.remove({ id });
  now.ms += 3000;
  expect((await ask(path)).status).toBe(404);
  expect((await ask(path)).status).toBe(404);
});
