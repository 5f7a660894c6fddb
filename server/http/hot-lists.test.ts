import { expect, test } from 'vitest';
import { createHotLists } from './hot-lists.ts';

const named = ({ place }: ReturnType<typeof createHotLists>, url: string, accepted = 'br') =>
  place.name(url, (header) => (header === 'accept-encoding' ? accepted : undefined));

test('only what our own pages ask for is kept, to the letter', () => {
  const lists = createHotLists();
  for (const url of ['/api/reviews', '/api/photo', '/api/photo?limit=24', '/api/config'])
    expect(named(lists, url)).toMatch(/^\/api\//);
  for (const url of [
    '/api/photo?limit=25',
    '/api/photo?limit=24&after=x',
    '/api/reviews?',
    '/api/user',
    '/api/',
  ])
    expect(named(lists, url)).toBeUndefined();
});

test('each encoding has a name of its own', () => {
  const lists = createHotLists();
  const names = ['br, gzip', 'gzip', 'identity', ''].map((accepted) =>
    named(lists, '/api/reviews', accepted),
  );
  expect(new Set(names).size).toBe(3);
  expect(names[2]).toBe(names[3]);
});

test('after a change nothing has the name that it had', () => {
  const lists = createHotLists();
  const before = named(lists, '/api/photo');
  expect(named(lists, '/api/photo')).toBe(before);
  lists.changed();
  expect(named(lists, '/api/photo')).not.toBe(before);
});
