import { describe, expect, test } from 'vitest';
import {
  cacheKeyFor,
  filesReferencedBy,
  findReplacements,
  isFile,
  isPagePath,
  isRecent,
  otherLanguageUrls,
  shellPageFor,
} from './cache-names.ts';

describe('the cache key of a page', () => {
  test.each([
    ['/about', '/about'],
    ['/bn/about', '/bn/about'],
    ['/dashboard/appointments', '/dashboard/appointments'],
    ['/dashboard/payment/6f1d', '/dashboard/pass/any'],
    ['/bn/dashboard/pass/6f1d', '/bn/dashboard/pass/any'],
    ['/nowhere', '/dashboard/pass/any'],
    ['/bnx', '/dashboard/pass/any'],
  ])('of %s is %s', (path, key) => expect(cacheKeyFor(path)).toBe(key));
});

test('each language has its own shell page', () => {
  expect(shellPageFor('/bn')).toBe('/bn/dashboard/pass/any');
  expect(shellPageFor('/')).toBe('/dashboard/pass/any');
});

test.each([
  ['/', '/bn'],
  ['/about?a=b', '/bn/about?a=b'],
  ['/about?lang=en', '/bn/about?lang=en'],
  ['/bn', '/?lang=en'],
  ['/bn/dashboard/pass/6f1d', '/dashboard/pass/6f1d?lang=en'],
])('%s is in the other language %s', (path, other) => {
  const others = otherLanguageUrls(new URL(path, 'https://blood.example'));
  expect(others.map(({ href }) => href)).toEqual([`https://blood.example${other}`]);
});

test.each(['/api/config', '/identity/google/start', '/cards/bank/1', '/images/1', '/licences.txt', '/sw.js'])(
  '%s is not our page',
  (path) => expect(isPagePath(path)).toBe(false),
);

test.each(['/', '/about', '/dashboard/pass/6f1d', '/apiary', '/bn'])('%s is a page', (path) =>
  expect(isPagePath(path)).toBe(true),
);

test('a new file replaces the cached file of the same name only', () => {
  const cached = [
    '/assets/about-page-AAAAAAAA.js',
    '/assets/app-a-b_c-d1.css',
    '/assets/manifest-5e2ac0f4.js',
  ];
  const built = [
    '/assets/about-page-BBBBBBBB.js',
    '/assets/about-BBBBBBBB.js',
    '/assets/app-zzzzzzzz.css',
    '/assets/manifest-aaaa0f4e.js',
    '/assets/gallery-page-BBBBBBBB.js',
  ];
  expect(findReplacements(cached, built)).toEqual([
    '/assets/about-page-BBBBBBBB.js',
    '/assets/app-zzzzzzzz.css',
    '/assets/manifest-aaaa0f4e.js',
  ]);
});

test('finds each file that a page references, once', () => {
  const html = `<link href="/assets/app-abcdefgh.css"/><link href="/bn/assets/f-abcdefgh.woff2"/><link href="/assets/leaf-abcdefgh.css#"/>
    <script>await import("/assets/a-abcdefgh.js");const b=["/assets/a-abcdefgh.js"]</script><img src="/drawings/x.svg"/>`;
  expect(filesReferencedBy(html)).toEqual([
    '/assets/app-abcdefgh.css',
    '/bn/assets/f-abcdefgh.woff2',
    '/assets/leaf-abcdefgh.css',
    '/assets/a-abcdefgh.js',
  ]);
});

// Firefox reports a console error for a picture that the worker is loading when its page is left.
test('stores scripts, styles and fonts, and leaves other files to the browser', () => {
  expect(
    ['/assets/a-abcdefgh.js', '/bn/assets/a-abcdefgh.css', '/assets/a-abcdefgh.woff2'].every(isFile),
  ).toBe(true);
  expect(['/assets/google-mark-abcdefgh.svg', '/drawings/x.js', '/api/photo'].some(isFile)).toBe(false);
});

test.each([
  [59, true],
  [61, false],
  [-61, false],
])('a page that was cached %i minutes ago is recent: %s', (minutes, expected) => {
  const date = 'Mon, 30 Nov 2026 10:00:00 GMT';
  expect(isRecent(date, Date.parse(date) + minutes * 60_000)).toBe(expected);
  expect(isRecent(null, Date.parse(date))).toBe(false);
});
