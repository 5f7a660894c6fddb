import * as fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createPublicListCache } from './public-list-cache.ts';

const cacheKey = ({ scope }: ReturnType<typeof createPublicListCache>, url: string, accepted = 'br') =>
  scope.key(url, (header) => (header === 'accept-encoding' ? accepted : undefined));

test('caches only what our own pages request', () => {
  const lists = createPublicListCache();
  for (const url of ['/api/reviews', '/api/photo', '/api/photo?limit=24', '/api/config'])
    expect(cacheKey(lists, url)).toMatch(/^\/api\//);
  for (const url of [
    '/api/photo?limit=25',
    '/api/photo?limit=24&after=x',
    '/api/photo?limit=24#x',
    '/api/photo?limit=',
    '/api/user',
    '/api/user?limit=24',
    '/api/',
  ])
    expect(cacheKey(lists, url)).toBeUndefined();
});

test('ignores parameters that no route reads', () => {
  const lists = createPublicListCache();
  for (const [list, same] of [
    ['/api/reviews', ['/api/reviews?', '/api/reviews?x=1', '/api/reviews?limit=24']],
    ['/api/photo', ['/api/photo?x', '/api/photo?%00=%00', '/api/photo?&&=1']],
    [
      '/api/photo?limit=24',
      ['/api/photo?x=1&limit=24', '/api/photo?limit=24&limit=1&y', '/api/photo?%6cimit=2%34'],
    ],
  ] as const) {
    for (const url of same) {
      expect([url, cacheKey(lists, url)]).toEqual([url, cacheKey(lists, list)]);
      expect(lists.isCached(url)).toBe(true);
    }
  }
  expect(lists.isCached('/api/photo?limit=25')).toBe(false);
});

test('never caches under a name whose parameters differ from those the route reads', async () => {
  const lists = createPublicListCache();
  const app = new Hono().get('/api/photo', (c) => {
    const { limit, after } = c.req.query();
    return c.json({ limit, after });
  });
  const part = fc.constantFrom(
    'limit',
    'after',
    '=',
    '&',
    '24',
    '2',
    '4',
    '?',
    '%',
    '%3D',
    '%26',
    '+',
    '%6c',
    ';',
    '[]',
    '%E0',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const url = `/api/photo?${parts.join('')}`;
      const name = cacheKey(lists, url);
      if (name === undefined) return;
      const read = await (await app.request(`http://site.test${url}`)).json();
      expect(read).toEqual(name === cacheKey(lists, '/api/photo') ? {} : { limit: '24' });
    }),
    { numRuns: 3000 },
  );
});

test('uses one name per encoding', () => {
  const lists = createPublicListCache();
  const names = ['br, gzip', 'gzip', 'identity', ''].map((accepted) =>
    cacheKey(lists, '/api/reviews', accepted),
  );
  expect(new Set(names).size).toBe(3);
  expect(names[2]).toBe(names[3]);
});

test('changes every name after a change', () => {
  const lists = createPublicListCache();
  const before = cacheKey(lists, '/api/photo');
  expect(cacheKey(lists, '/api/photo')).toBe(before);
  lists.invalidate();
  expect(cacheKey(lists, '/api/photo')).not.toBe(before);
});
