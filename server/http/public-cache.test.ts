import * as fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createPublicListCache } from './public-list-cache.ts';

const noon = Date.UTC(2026, 10, 21, 12);

const cacheKey = ({ scope }: ReturnType<typeof createPublicListCache>, url: string, accepted = 'br') =>
  scope.key(url, (header) => (header === 'accept-encoding' ? accepted : undefined));

test('caches only what our own pages request', () => {
  const lists = createPublicListCache(() => noon);
  const days = '/api/centers/0193aa11/days?from=2026-11-21&to=2027-02-20';
  for (const url of [
    ...['/api/reviews', '/api/photo', '/api/photo?limit=24', '/api/config', '/api/centers'],
    ...[days, days.replace('11-21', '11-22').replace('02-20', '02-21')],
  ])
    expect(cacheKey(lists, url)).toMatch(/^\/api\//);
  for (const url of [
    '/api/photo?limit=25',
    '/api/photo?limit=24&after=x',
    '/api/photo?limit=24#x',
    '/api/photo?limit=',
    '/api/centers/0193aa11/days?from=2026-11-21&to=2027-02-19',
    '/api/centers/0193aa11/days?from=2026-11-24&to=2027-02-23',
    `/api/centers/${'x'.repeat(65)}/days?from=2026-11-21&to=2027-02-20`,
    '/api/user',
    '/api/user?limit=24',
    '/api/',
  ])
    expect(cacheKey(lists, url)).toBeUndefined();
});

test('ignores parameters that no route reads', () => {
  const lists = createPublicListCache(() => noon);
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
  const lists = createPublicListCache(() => noon);
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
  const lists = createPublicListCache(() => noon);
  const names = ['br, gzip', 'gzip', 'identity', ''].map((accepted) =>
    cacheKey(lists, '/api/reviews', accepted),
  );
  expect(new Set(names).size).toBe(3);
  expect(names[2]).toBe(names[3]);
});

test('changes every name after a change', () => {
  const lists = createPublicListCache(() => noon);
  const before = cacheKey(lists, '/api/photo');
  expect(cacheKey(lists, '/api/photo')).toBe(before);
  lists.invalidate('lists');
  expect(cacheKey(lists, '/api/photo')).not.toBe(before);
});

test('a booking makes days stale only, at most once within 200 ms', () => {
  const time = { now: noon };
  const lists = createPublicListCache(() => time.now);
  const days = '/api/centers/0193aa11/days?from=2026-11-21&to=2027-02-20';
  const changedAt = (url: string) => lists.scope.changedAt?.(cacheKey(lists, url) ?? '');
  for (const [now, changed] of [
    [noon, noon],
    [noon + 199, noon],
    [noon + 200, noon + 200],
  ] as const) {
    time.now = now;
    lists.invalidate('days');
    expect([changedAt(days), changedAt('/api/photo')]).toEqual([changed, Number.NEGATIVE_INFINITY]);
  }
  const before = cacheKey(lists, days);
  lists.invalidate('lists');
  expect(cacheKey(lists, days)).not.toBe(before);
});
