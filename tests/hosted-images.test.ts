import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Member, openTestHouse, type TestHouse } from './house.ts';

/** A hosted service as ImgBB is one: it takes `image` under a key, and answers where the picture is. */
let service: Server;
let origin: string;
let house: TestHouse;
const asked: string[] = [];

beforeAll(async () => {
  service = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume().on('end', () => {
      const url = `${origin}/pictures/${asked.length}.jpg`;
      response.setHeader('Content-Type', 'application/json');
      response.end(
        JSON.stringify({ data: { url, width: '800', height: '600' }, success: true, status: 200 }),
      );
    });
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  house = await openTestHouse({
    IMAGES_UPLOAD_URL: `${origin}/1/upload?expiration=600`,
    IMAGES_KEY: 'our-key',
  });
});
afterAll(async () => {
  await house[Symbol.asyncDispose]();
  service.close();
});

/** As the page does it: where to is what the configuration says. */
async function upload(): Promise<string> {
  const { uploadUrl, key } = house.publicConfig.images;
  const address = new URL(uploadUrl);
  address.searchParams.set('key', key);
  const body = new FormData();
  body.set('image', new File(['picture'], 'donors.jpg'));
  const answer = (await (await fetch(address, { method: 'POST', body })).json()) as { data: { url: string } };
  return answer.data.url;
}
const add = async (member: Member, json: Record<string, unknown>) => {
  const answer = await house.send('POST', '/api/photo', { json, token: member.token });
  return { status: answer.status, body: (await answer.json()) as { insertedId: string } };
};
const list = async () =>
  (await (await house.send('GET', '/api/photo')).json()) as { _id: string; img: string }[];

test('[GAL-03] the browser is told where to upload and under which key; nothing of ours stands in', async () => {
  expect(house.publicConfig.images).toEqual({
    uploadUrl: `${origin}/1/upload?expiration=600`,
    key: 'our-key',
  });
  expect(house.standIns).not.toContain('image host');
  await upload();
  expect(asked.at(-1)).toBe('POST /1/upload?expiration=600&key=our-key');
  for (const [method, path] of [
    ['POST', '/images/1/upload?key=our-key'],
    ['GET', '/images/0193aa11-2222-7333-8444-555566667777'],
  ] as const)
    expect((await house.send(method, path)).status).toBe(404);
});

test('[API-03] [API-04] its picture becomes a photo, of the size that the uploader was told', async () => {
  const member = await house.register();
  const img = await upload();
  const { status, body } = await add(member, { img, title: 'Donors', width: 800, height: 600 });
  expect(status).toBe(200);
  expect((await list())[0]).toEqual({ _id: body.insertedId, img, title: 'Donors', width: 800, height: 600 });
});

test.each([
  'http://127.0.0.1:1/pictures/1.jpg',
  'https://elsewhere.example/a.jpg',
  'http://rahim:secret@HOST/pictures/1.jpg',
  'http://localhost/images/0193aa11-2222-7333-8444-555566667777',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'blob:ORIGIN/1',
])('[API-04] %s is not of it: 422', async (address) => {
  const img = address.replace('ORIGIN', origin).replace('HOST', new URL(origin).host);
  expect((await add(await house.register(), { img })).status).toBe(422);
});

test('a photo is deleted, and an account, although the service cannot be told', async () => {
  const [member, leaving] = [await house.register(), await house.register()];
  const { insertedId } = (await add(member, { img: await upload() })).body;
  await add(leaving, { img: await upload() });
  const before = asked.length;
  expect((await house.send('DELETE', `/api/photo/${insertedId}`, { token: member.token })).status).toBe(204);
  expect((await house.send('DELETE', '/api/user', { token: leaving.token })).status).toBe(204);
  await house.runJob('outbox');
  const shown = (await list()).map(({ _id }) => _id);
  expect(shown).not.toContain(insertedId);
  const exported = await house.send('GET', '/api/user/export', { token: member.token });
  expect(await exported.json()).toMatchObject({ photos: [] });
  expect(asked).toHaveLength(before);
});
