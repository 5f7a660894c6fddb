import { afterAll, describe, expect, test } from 'vitest';
import { createTestHost } from '../testing/host.ts';
import { picture, readMetadata, transparentPicture } from '../testing/pictures.ts';
import { acceptedFormat } from './format.ts';

const chrome = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
const site = await createTestHost();
afterAll(() => site[Symbol.asyncDispose]());
const { id: photo } = await site.uploadPicture(await picture('jpeg', 1000, 750));
const { id: logo } = await site.uploadPicture(await transparentPicture());

const get = (id: string, query = '', headers: Record<string, string> = {}) =>
  site.request(`/images/${id}${query}`, { headers });
const metadataOf = async (response: Response) => {
  const { format, width, height } = await readMetadata(new Uint8Array(await response.arrayBuffer()));
  return { type: response.headers.get('content-type'), format, width, height };
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
    const shown = await metadataOf(await get(photo, query));
    expect(shown).toMatchObject({ type: 'image/jpeg', width });
    expect(Math.abs(shown.height - width * 0.75)).toBeLessThan(1);
  });

  test('is generated once and stored', async () => {
    expect(site.filesOf(photo)).toContain('w162.jpeg');
    const files = site.filesOf(photo);
    await get(photo, '?w=150');
    expect(site.filesOf(photo)).toEqual(files);
  });

  test.each([
    [chrome, 'image/avif', 'heif'],
    ['image/webp,*/*', 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
    ['', 'image/jpeg', 'jpeg'],
  ])('with auto=format and Accept: %s is %s', async (accept, type, format) => {
    const response = await get(photo, '?w=162&auto=format', { Accept: accept });
    expect(response.headers.get('vary')).toBe('Accept');
    expect(await metadataOf(response)).toMatchObject({ type, format, width: 162 });
  });

  test('keeps its transparency, even for a client that accepts only JPEG', async () => {
    for (const [accept, type] of [
      ['*/*', 'image/png'],
      ['image/webp', 'image/webp'],
      [chrome, 'image/avif'],
    ] as const) {
      const response = await get(logo, '?w=162&auto=format', { Accept: accept });
      expect(response.headers.get('content-type')).toBe(type);
      expect((await readMetadata(new Uint8Array(await response.arrayBuffer()))).hasAlpha).toBe(true);
    }
  });
});

describe('the response', () => {
  test('is cacheable forever and cannot run scripts', async () => {
    const response = await get(photo, '?w=162');
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline; filename="photo.jpg"',
      'content-length': String((await response.arrayBuffer()).byteLength),
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/jpeg',
      'cross-origin-resource-policy': 'same-origin',
      etag: `"${photo}/w162.jpeg"`,
      'x-content-type-options': 'nosniff',
    });
  });

  test('to HEAD has the same headers without a body', async () => {
    const full = await get(photo, '?w=162');
    const head = await site.request(`/images/${photo}?w=162`, { method: 'HEAD' });
    expect(head.status).toBe(200);
    expect([...head.headers]).toEqual([...full.headers]);
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  });

  test('responds 304 to a matching ETag, which differs for each variant', async () => {
    const etag = (await get(photo, '?w=162')).headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get(photo, '?w=162', { 'If-None-Match': known });
      expect([response.status, response.headers.get('etag')]).toEqual([304, etag]);
      expect(await response.text()).toBe('');
    }
    expect((await get(photo, '?w=324', { 'If-None-Match': etag })).status).toBe(200);
    const webp = await get(photo, '?w=162&auto=format', { Accept: 'image/webp', 'If-None-Match': etag });
    expect(webp.status).toBe(200);
  });

  test('to fm=json has the size and a tiny placeholder', async () => {
    for (const [id, width, height] of [
      [photo, 1000, 750],
      [logo, 200, 200],
    ] as const) {
      const known = await (await get(id, '?fm=json')).json();
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
])('rejects ?%s with 400', async (query) => {
  expect((await get(photo, `?${query}`)).status).toBe(400);
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
  ['an old browser', 'image/png,image/*;q=0.8,*/*;q=0.5', 'jpeg'],
  ['a tool', '*/*', 'jpeg'],
  ['no header', undefined, 'jpeg'],
  ['a client without pictures', 'text/html', 'jpeg'],
  ['a client that prefers WebP', 'image/avif;q=0.5,image/webp;q=0.9', 'webp'],
  ['a client that prefers other formats', 'image/webp;q=0.5,image/*', 'jpeg'],
  ['a client without AVIF', 'image/avif;q=0,image/webp;q=0,*/*', 'jpeg'],
  ['a header in upper case', 'IMAGE/AVIF', 'avif'],
  ['a garbled header', ',;q=,image/webp;q=x;;', 'webp'],
] as const)('chooses the best accepted format for %s', (_, accept, format) => {
  expect(acceptedFormat(accept, 'jpeg')).toBe(format);
  expect(acceptedFormat(accept, 'webp')).toBe(format === 'jpeg' ? 'png' : format);
});

test('prefers WebP to JPEG for a transparent picture', () => {
  expect(acceptedFormat('image/webp;q=0.5,image/jpeg', 'webp')).toBe('webp');
  expect(acceptedFormat('image/webp;q=0.5,image/jpeg', 'jpeg')).toBe('jpeg');
});
