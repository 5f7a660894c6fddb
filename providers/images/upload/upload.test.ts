import { afterAll, describe, expect, test } from 'vitest';
import { createTestHost, errorCode, imageForm } from '../testing/host.ts';
import { phonePhoto } from '../testing/hostile.ts';
import { facts, kinds, picture, transparentPicture } from '../testing/pictures.ts';

const site = await createTestHost();
afterAll(() => site[Symbol.asyncDispose]());

const served = async (id: string) =>
  new Uint8Array(await (await site.request(`/images/${id}`)).arrayBuffer());

describe('an upload', () => {
  test('[GAL-03] answers as hosted services do', async () => {
    const answer = await site.upload(await picture('jpeg', 400, 300), 'Our bus.JPG');
    expect(answer.status).toBe(200);
    const body = await answer.json();
    const { id, size } = body.data;
    const url = `http://localhost:3000/images/${id}`;
    expect(body).toEqual({
      data: {
        id,
        title: 'Our bus',
        url,
        display_url: url,
        width: 400,
        height: 300,
        size,
        time: 1_795_000_000,
        image: { filename: `${id}.jpg`, name: id, mime: 'image/jpeg', extension: 'jpg', url },
      },
      success: true,
      status: 200,
    });
    expect(await served(id)).toHaveLength(size);
    expect(site.incoming()).toEqual([]);
  });

  test.each(kinds)('of a %s is taken', async (kind) => {
    const { id, width, height } = await site.uploaded(await picture(kind, 40, 30), 'wrong-name.txt');
    expect([width, height]).toEqual([40, 30]);
    expect((await facts(await served(id))).format).toBe('jpeg');
  });

  test.each(['png', 'webp', 'gif'] as const)('of a see-through %s stays see-through', async (kind) => {
    const { id, image } = await site.uploaded(await transparentPicture(kind));
    expect(image.mime).toBe('image/webp');
    expect(await facts(await served(id))).toMatchObject({ format: 'webp', hasAlpha: true });
  });

  test('is turned upright', async () => {
    const { width, height } = await site.uploaded(await phonePhoto());
    expect([width, height]).toEqual([300, 400]);
  });

  test('of a phone photo is kept at 2560 pixels', async () => {
    const { width, height } = await site.uploaded(await picture('jpeg', 4000, 3000));
    expect([width, height]).toEqual([2560, 1920]);
  });
});

describe('who may upload', () => {
  const send = (init: RequestInit, key = site.host.key) =>
    site.request(`/images/1/upload?key=${key}`, { method: 'POST', ...init });
  const body = imageForm(new Uint8Array([1]));

  test('nobody without a token, whatever the key: 401', async () => {
    expect((await send({ body })).status).toBe(401);
    expect((await send({ body }, 'wrong')).status).toBe(401);
  });
  test('nobody whose token is refused: 403', async () => {
    expect((await send({ body, headers: { Authorization: 'Bearer bad' } })).status).toBe(403);
  });
  test('nobody without the key: 400', async () => {
    for (const key of ['', 'wrong', site.host.key.slice(1), `${site.host.key}x`]) {
      const answer = await send({ body, headers: { Authorization: 'Bearer rahim' } }, key);
      expect(answer.status).toBe(400);
      expect(await errorCode(answer)).toBe('wrong-key');
    }
  });
  test('everybody so many times a day, then 429 with Retry-After', async () => {
    await using limited = await createTestHost({ limitScale: 0.01 });
    const photo = await picture('png', 10, 10);
    await limited.uploaded(photo);
    await limited.uploaded(photo);
    const answer = await limited.upload(photo);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3600);
  });
});

test('other methods: 405 with Allow; other addresses: 404', async () => {
  const answer = await site.request('/images/1/upload');
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
  const put = await site.request('/images/x', { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await site.request('/images/1/nothing')).status).toBe(404);
});
