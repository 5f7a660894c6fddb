import * as fc from 'fast-check';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createPublicReadScopes } from './public-reads.ts';

/** Returns the scope and the key that the memo finds for a URL, if any. */
function find(scopes: ReturnType<typeof createPublicReadScopes>, url: string, accepted = 'br') {
  const header = (name: string) => (name === 'accept-encoding' ? accepted : undefined);
  for (const scope of scopes) {
    const key = url.startsWith(scope.prefix) ? scope.key(url, header) : undefined;
    if (key !== undefined) return { scope, key };
  }
  return undefined;
}
const cacheKey = (...args: Parameters<typeof find>) => find(...args)?.key;
const createCache = () => createPublicReadScopes({ current: (list) => list, currentRows: (list) => list });

test('caches every public read, with the parameters of the contract', () => {
  const cache = createCache();
  const days = '/api/centers/0193aa11/days?from=2026-11-21&to=2027-02-20';
  for (const url of [
    ...['/api/reviews', '/api/photo', '/api/photo?limit=24', '/api/photo?limit=7&after=0193-aa'],
    ...[
      '/api/config',
      '/api/site',
      '/api/site?language=bn',
      '/api/centers',
      '/api/openapi.json',
      '/api/centers/0193aa11/calendar.ics',
    ],
    ...[days, days.replace('11-21', '11-27'), days.replace('2027', '2026')],
    '/centers/$bulk-publish',
    '/centers/slots-0193aa11.ndjson',
  ])
    expect([url, cacheKey(cache, url)?.startsWith(url.split('?', 1)[0] ?? '')]).toEqual([url, true]);
  expect(cacheKey(cache, days)).not.toBe(cacheKey(cache, days.replace('11-21', '11-22')));
  for (const url of [
    '/api/photo?limit=24#x',
    '/api/photo?limit=%2024',
    `/api/centers/${'x'.repeat(65)}/days?from=2026-11-21&to=2027-02-20`,
    ...['/api/user', '/api/user?limit=24', '/api/', '/api/openapiXjson', '/api/centers/a/b/days'],
    '/api/reminder-link/unsubscribe?token=a',
    ...['/centers/0193aa11', '/centers/a/b'],
  ])
    expect([url, cacheKey(cache, url)]).toEqual([url, undefined]);
});

test('ignores parameters that no route reads', () => {
  const lists = createCache();
  for (const [list, same] of [
    ['/api/reviews', ['/api/reviews?', '/api/reviews?x=1', '/api/reviews?limit=24']],
    ['/api/photo', ['/api/photo?x', '/api/photo?%00=%00', '/api/photo?&&=1']],
    ['/api/photo?limit=24', ['/api/photo?x=1&limit=24', '/api/photo?%6cimit=2%34']],
  ] as const) {
    for (const url of same) {
      expect([url, cacheKey(lists, url)]).toEqual([url, cacheKey(lists, list)]);
    }
  }
  // The route rejects a repeated parameter.
  expect(cacheKey(lists, '/api/photo?limit=24&limit=24')).toBeUndefined();
});

test('never caches under a name whose parameters differ from those the route reads', async () => {
  const lists = createCache();
  const app = new Hono().get('/api/photo', (c) => {
    const { limit, after } = c.req.query();
    return c.json({ limit, after });
  });
  const part = fc.constantFrom(
    'limit',
    'after',
    '7-a',
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
      const [, query] = /\?(\S*)/.exec(name) ?? [];
      expect(read).toEqual(Object.fromEntries(new URLSearchParams(query)));
    }),
    { numRuns: 3000 },
  );
});

test('uses one name per encoding', () => {
  const lists = createCache();
  const names = ['br, gzip', 'gzip', 'identity', ''].map((accepted) =>
    cacheKey(lists, '/api/reviews', accepted),
  );
  expect(new Set(names).size).toBe(3);
  expect(names[2]).toBe(names[3]);
});

test('each read has the version of its list', () => {
  const lists = createCache();
  for (const [url, list] of [
    ['/api/reviews', 'reviews'],
    ['/api/photo?limit=7', 'photos'],
    ['/api/centers/a/calendar.ics', 'centers'],
    ['/api/site?language=bn', 'content'],
    ['/centers/slots-a.ndjson', 'centers'],
    ['/api/config', ''],
  ]) {
    const found = find(lists, url as string);
    expect([url, found?.scope.version?.(found.key)]).toEqual([url, list]);
  }
});
