import { afterAll, describe, expect, test } from 'vitest';
import { createTestHost, errorCode, imageForm } from '../testing/host.ts';
import { phonePhoto } from '../testing/hostile.ts';
import { picture, readMetadata, transparentPicture, uploadFormats } from '../testing/pictures.ts';

const site = await createTestHost();
afterAll(() => site[Symbol.asyncDispose]());

const fetchPicture = async (id: string) =>
  new Uint8Array(await (await site.request(`/images/${id}`)).arrayBuffer());

describe('an upload', () => {
  test('[GAL-03] returns the response of hosted image services', async () => {
    const response = await site.upload(await picture('jpeg', 400, 300), 'Our bus.JPG');
    expect(response.status).toBe(200);
    const body = await response.json();
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
    expect(await fetchPicture(id)).toHaveLength(size);
    expect(site.incoming()).toEqual([]);
  });

  test.each(uploadFormats)('of a %s is accepted', async (kind) => {
    const { id, width, height } = await site.uploadPicture(await picture(kind, 40, 30), 'wrong-name.txt');
    expect([width, height]).toEqual([40, 30]);
    expect((await readMetadata(await fetchPicture(id))).format).toBe('jpeg');
  });

  test.each(['png', 'webp', 'gif'] as const)('of a transparent %s stays transparent', async (kind) => {
    const { id, image } = await site.uploadPicture(await transparentPicture(kind));
    expect(image.mime).toBe('image/webp');
    expect(await readMetadata(await fetchPicture(id))).toMatchObject({ format: 'webp', hasAlpha: true });
  });

  test('is rotated upright', async () => {
    const { width, height } = await site.uploadPicture(await phonePhoto());
    expect([width, height]).toEqual([300, 400]);
  });

  test('of a phone photo is scaled to 2560 pixels', async () => {
    const { width, height } = await site.uploadPicture(await picture('jpeg', 4000, 3000));
    expect([width, height]).toEqual([2560, 1920]);
  });
});

describe('authorization', () => {
  const send = (init: RequestInit, key = site.host.key) =>
    site.request(`/images/1/upload?key=${key}`, { method: 'POST', ...init });
  const body = imageForm(new Uint8Array([1]));

  test('responds 401 without a token, whatever the key, and 403 to an invalid token', async () => {
    expect((await send({ body })).status).toBe(401);
    expect((await send({ body }, 'wrong')).status).toBe(401);
    expect((await send({ body, headers: { Authorization: 'Bearer bad' } })).status).toBe(403);
  });
  test('responds 400 without the key', async () => {
    for (const key of ['', 'wrong', site.host.key.slice(1), `${site.host.key}x`]) {
      const response = await send({ body, headers: { Authorization: 'Bearer rahim' } }, key);
      expect(response.status).toBe(400);
      expect(await errorCode(response)).toBe('wrong-key');
    }
  });
  test('responds 429 with Retry-After over the daily limit', async () => {
    await using limited = await createTestHost({ limitScale: 0.01 });
    const photo = await picture('png', 10, 10);
    await limited.uploadPicture(photo);
    await limited.uploadPicture(photo);
    const response = await limited.upload(photo);
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3600);
  });
});

test('responds 405 with Allow to other methods, and 404 to other paths', async () => {
  const response = await site.request('/images/1/upload');
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  const put = await site.request('/images/x', { method: 'PUT' });
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  expect((await site.request('/images/1/nothing')).status).toBe(404);
});
