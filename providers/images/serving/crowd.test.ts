import { Agent, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { listen } from '#platform/http/listen.ts';
import { createHotAnswers } from '#platform/http/tuning/hot-answers.ts';
import { freePort } from '#platform/testing/ports.ts';
import type { Storage } from '../storage/storage.ts';
import { openHost } from '../testing/host.ts';
import { facts, picture } from '../testing/pictures.ts';

const chrome = 'image/avif,image/webp,*/*';

/** The host behind a real socket, as main.ts has it. */
async function openSockets() {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const read: string[] = [];
  const written: string[] = [];
  const storage: Storage = {
    async read(id, name) {
      read.push(name);
      return files.get(`${id}/${name}`);
    },
    async write(id, name, bytes) {
      written.push(name);
      files.set(`${id}/${name}`, new Uint8Array(bytes));
    },
    remove: async () => files.clear(),
  };
  const site = await openHost({ storage });
  const now = { ms: 1000 };
  const hot = createHotAnswers({
    places: [site.host.hot],
    clock: () => now.ms,
    counterBelow: () => () => {},
  });
  const app = new Hono().use(hot.keep).route('/images', site.host.app);
  const port = await freePort();
  const listening = await listen({ host: '127.0.0.1', port });
  listening.serve(app, hot.answer);
  const agent = new Agent({ keepAlive: true });
  const ask = (path: string, accept = chrome) =>
    new Promise<{ status: number | undefined; type: string | undefined; body: Buffer }>((resolve, reject) => {
      get({ port, path, agent, headers: { accept } }, async (answer: IncomingMessage) => {
        const body = await buffer(answer);
        resolve({ status: answer.statusCode, type: answer.headers['content-type'], body });
      }).on('error', reject);
    });
  return {
    site,
    now,
    read,
    written,
    ask,
    async [Symbol.asyncDispose]() {
      agent.destroy();
      await listening.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

test('a variant asked for by 100 clients over as many sockets is made once, and then given without any reading', async () => {
  await using open = await openSockets();
  const { site, ask, read, written } = open;
  const { id } = await site.uploaded(await picture('jpeg', 1200, 900));
  const path = `/images/${id}?w=162&dpr=2&auto=format`;
  const all = await Promise.all(Array.from({ length: 100 }, () => ask(path)));
  expect(new Set(all.map(({ status, body }) => `${status} ${body.toString('base64')}`)).size).toBe(1);
  expect(await facts(all[0]?.body ?? Buffer.alloc(0))).toMatchObject({ format: 'heif', width: 324 });
  expect(written).toEqual(['original', 'w324.avif']);
  read.length = 0;
  for (const same of [path, `/images/${id}?auto=format&w=300`])
    expect((await ask(same)).body).toEqual(all[0]?.body);
  expect(read).toEqual([]);
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
  const { site, ask, now } = open;
  const { id } = await site.uploaded(await picture('jpeg', 300, 200));
  const path = `/images/${id}?w=162`;
  await ask(path);
  await site.request('/images/1/delete', {
    method: 'POST',
    headers: { Authorization: `Bearer ${site.host.adminToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  now.ms += 3000;
  expect((await ask(path)).status).toBe(404);
  expect((await ask(path)).status).toBe(404);
});
