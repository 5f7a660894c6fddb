import { afterAll, describe, expect, test } from 'vitest';
import { createTestHost } from '../testing/host.ts';
import { facts, picture, transparentPicture } from '../testing/pictures.ts';
import { acceptedFormat } from './format.ts';

const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
const site = await createTestHost();
afterAll(() => site[Symbol.asyncDispose]());
const { id: photo } = await site.uploaded(await picture('jpeg', 1000, 750));
const { id: logo } = await site.uploaded(await transparentPicture());

const ask = (id: string, query = '', headers: Record<string, string> = {}) =>
  site.request(`/images/${id}${query}`, { headers });
const seen = async (answer: Response) => {
  const { format, width, height } = await facts(new Uint8Array(await answer.arrayBuffer()));
  return { type: answer.headers.get('content-type'), format, width, height };
};

describe('a variant', () => {
  test.each([
    ['?w=162', 162],
    ['?w=162&dpr=2', 324],
    ['?w=162&dpr=1.5', 324],
    ['?w=100', 162],
    ['?w=500', 640],
    ['?w=980', 1000],
    ['?w=4096&dpr=4', 1000],
    ['', 1000],
    ['?dpr=2', 1000],
  ])('%s is %i pixels wide', async (query, width) => {
    const shown = await seen(await ask(photo, query));
    expect(shown).toMatchObject({ type: 'image/jpeg', width });
    expect(Math.abs(shown.height - width * 0.75)).toBeLessThan(1);
  });

  test('is made once and kept', async () => {
    expect(site.filesOf(photo)).toContain('w162.jpeg');
    const files = site.filesOf(photo);
    await ask(photo, '?w=150');
    expect(site.filesOf(photo)).toEqual(files);
  });

  test.each([
    [chrome, 'image/avif', 'heif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
    ['', 'image/jpeg', 'jpeg'],
  ])('with auto=format and Accept: %s is %s', async (accept, type, format) => {
    const answer = await ask(photo, '?w=162&auto=format', { Accept: accept });
    expect(answer.headers.get('vary')).toBe('Accept');
    expect(await seen(answer)).toMatchObject({ type, format, width: 162 });
  });

  test('of a see-through picture stays see-through, even for a client that knows JPEG only', async () => {
    for (const [accept, type] of [
      ['*/*', 'image/png'],
      ['image/webp', 'image/webp'],
      [chrome, 'image/avif'],
    ] as const) {
      const answer = await ask(logo, '?w=162&auto=format', { Accept: accept });
      expect(answer.headers.get('content-type')).toBe(type);
      expect((await facts(new Uint8Array(await answer.arrayBuffer()))).hasAlpha).toBe(true);
    }
  });
});

describe('the answer', () => {
  test('may be kept for ever and does nothing but show', async () => {
    const answer = await ask(photo, '?w=162');
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="photo.jpg"',
      'content-length': String((await answer.arrayBuffer()).byteLength),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${photo}/w162.jpeg"`,
      'x-content-type-options': 'nosniff',
    });
  });

  test('to HEAD is the same without the bytes', async () => {
    const get = await ask(photo, '?w=162');
    const head = await site.request(`/images/${photo}?w=162`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect([...head.headers]).toEqual([...get.headers]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  test('to somebody who has it is 304; each variant has a tag of its own', async () => {
    const etag = (await ask(photo, '?w=162')).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const answer = await ask(photo, '?w=162', { 'If-None-Match': known });
      expect([answer.status, answer.headers.get('etag')]).toEqual([304, etag]);
      expect(await answer.text()).toBe('');
    }
    expect((await ask(photo, '?w=324', { 'If-None-Match': etag })).status).toBe(200);
    const webp = await ask(photo, '?w=162&auto=format', { Accept: 'image/webp', 'If-None-Match': etag });
    expect(webp.status).toBe(200);
  });

  test('to fm=json are the size and a tiny picture', async () => {
    for (const [id, width, height] of [
      [photo, 1000, 750],
      [logo, 200, 200],
    ] as const) {
      const known = await (await ask(id, '?fm=json')).json();
      expect(known).toEqual({
        width,
        height,
        placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
      });
      expect(known.placeholder.length).toBeLessThan(600);
    }
  });
});

test.each([
  ...'w=0 w=-1 w=4097 w=1.5 w= w=abc w=1e3 w=NaN w=00162'.split(' '),
  ...'dpr=0 dpr=0.5 dpr=5 dpr=4.1 dpr= dpr=x dpr=Infinity'.split(' '),
  ...'w=162&w=162 w=162&w=324 w=162&dpr=1&dpr=2 dpr=2&dpr=2 auto=format&auto=format'.split(' '),
  ...'auto=compress fm=svg'.split(' '),
])('?%s is refused with 400', async (query) => {
  expect((await ask(photo, `?${query}`)).status).toBe(400);
});

test.each([
  ['Chrome', 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'avif'],
  ['Firefox', 'image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5', 'avif'],
  [
    'Safari',
    'image/webp,image/avif,image/jxl,image/heic,video/*;q=0.8,image/png,image/*;q=0.8,*/*;q=0.5',
    'avif',
  ],
  ['an older browser', 'image/webp,image/*,*/*;q=0.8', 'webp'],
  ['an old one', 'image/png,image/*;q=0.8,*/*;q=0.5', 'jpeg'],
  ['a tool', '*/*', 'jpeg'],
  ['nobody in particular', undefined, 'jpeg'],
  ['one that takes no pictures', 'text/html', 'jpeg'],
  ['one that prefers WebP', 'image/avif;q=0.5,image/webp;q=0.9', 'webp'],
  ['one that prefers anything else', 'image/webp;q=0.5,image/*', 'jpeg'],
  ['one that refuses AVIF', 'image/avif;q=0,image/webp;q=0,*/*', 'jpeg'],
  ['one that shouts', 'IMAGE/AVIF', 'avif'],
  ['a garbled header', ',;q=,image/webp;q=x;;', 'webp'],
] as const)('%s gets the best it takes', (_, accept, format) => {
  expect(acceptedFormat(accept, 'jpeg')).toBe(format);
  expect(acceptedFormat(accept, 'webp')).toBe(format === 'jpeg' ? 'png' : format);
});

test('a see-through picture is WebP rather than a JPEG that the client prefers', () => {
  expect(acceptedFormat('image/webp;q=0.5,image/jpeg', 'webp')).toBe('webp');
  expect(acceptedFormat('image/webp;q=0.5,image/jpeg', 'jpeg')).toBe('jpeg');
});
