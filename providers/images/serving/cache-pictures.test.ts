import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createTestHost } from '../testing/host.ts';
import { picture, transparentPicture } from '../testing/pictures.ts';

const site = await createTestHost();
afterAll(() => site[Symbol.asyncDispose]());
const { id: photo } = await site.uploadPicture(await picture('jpeg', 700, 500));
const { id: logo } = await site.uploadPicture(await transparentPicture());

const nameOf = (path: string, accept?: string) =>
  site.host.memoScope.key(path, (header) => (header === 'accept' ? accept : undefined));

const accepts = [
  'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8',
  'image/webp,*/*',
  'image/webp;q=0.5,image/*',
  'image/avif;q=0,*/*',
  'IMAGE/AVIF',
  ',;q=,image/webp;q=x;;',
  '*/*',
  '',
];
const accept = fc.oneof(fc.constantFrom(...accepts), fc.string({ unit: 'grapheme-ascii', maxLength: 40 }));
const number = fc.oneof(
  fc.nat(5000).map(String),
  fc.float({ min: 0, max: 5, noNaN: true }).map((n) => n.toFixed(2)),
  fc.constantFrom('', '-1', '1e3', 'NaN', '0', '162', '2', '%31'),
);
const pair = fc.oneof(
  number.map((n) => `w=${n}`),
  number.map((n) => `dpr=${n}`),
  fc.constantFrom(
    ...'auto=format auto= fm=json as=icon-32 as=share as=none x=1 w auto=format=format W=162 %77=162'.split(
      ' ',
    ),
    '',
  ),
);
const anyQuery = fc
  .array(pair, { maxLength: 4 })
  .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
/** A query as our own pages write it. */
const pagesQuery = fc
  .tuple(
    fc.constantFrom(1, 162, 324, 486, 640),
    fc.constantFrom('', '&dpr=2'),
    fc.constantFrom('', '&auto=format'),
  )
  .map(([w, dpr, auto]) => `?w=${w}${dpr}${auto}`);
const query = fc.oneof(anyQuery, pagesQuery);

test('gives one cache key only to requests with the same response, and only to requests for pictures', async () => {
  const known = new Map<string, string>();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(photo, logo), query, accept, async (id, query, accept) => {
      const path = `/images/${id}${query}`;
      const name = nameOf(path, accept);
      if (name === undefined) return;
      const response = await site.request(path, { headers: { Accept: accept, 'If-None-Match': '"none"' } });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      const headers = JSON.stringify([...response.headers]);
      expect(known.get(name) ?? headers).toBe(headers);
      known.set(name, headers);
    }),
    { numRuns: 300 },
  );
  expect(known.size).toBeGreaterThan(5);
});

test('limits the number of cache keys for a picture', async () => {
  const names = new Set<string | undefined>();
  for (let w = 1; w <= 4096; w += 7)
    for (const dpr of ['', '&dpr=1.5', '&dpr=2', '&dpr=3.999'])
      for (const accept of accepts) names.add(nameOf(`/images/${photo}?w=${w}${dpr}&auto=format`, accept));
  expect(names.size).toBeLessThanOrEqual(11 * 7);
});

test.each([
  ['the metadata', '?fm=json'],
  ['a bad width', '?w=0'],
  ['a repeated width', '?w=162&w=162'],
  ['an escaped parameter name', '?%77=162'],
  ['more parameters than our pages use', '?w=162&dpr=2&auto=format&x=1'],
  ['a longer path', '/x'],
])('leaves %s to the route', (_, rest) => {
  expect(nameOf(`/images/${photo}${rest}`, '*/*')).toBeUndefined();
});

test.each(['/images/1/upload', '/images/', '/images/..%2f..%2fsecret.key', `/images/${'a'.repeat(5000)}`])(
  'has no cache key for %s',
  (path) => expect(nameOf(path, '*/*')).toBeUndefined(),
);
