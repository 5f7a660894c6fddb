import { expect, test } from 'vitest';
import { filesNamedIn, inPlaceOf } from './places.ts';

test('a new file takes the place of the one with its name, and of no other', () => {
  const kept = ['/assets/about-page-AAAAAAAA.js', '/assets/app-a-b_c-d1.css', '/assets/manifest-5e2ac0f4.js'];
  const built = [
    '/assets/about-page-BBBBBBBB.js',
    '/assets/about-BBBBBBBB.js',
    '/assets/app-zzzzzzzz.css',
    '/assets/manifest-aaaa0f4e.js',
    '/assets/gallery-page-BBBBBBBB.js',
  ];
  expect(inPlaceOf(kept, built)).toEqual([
    '/assets/about-page-BBBBBBBB.js',
    '/assets/app-zzzzzzzz.css',
    '/assets/manifest-aaaa0f4e.js',
  ]);
});

test('the files of a page are found wherever it names them, once each', () => {
  const html = `<link href="/assets/app-abcdefgh.css"/><link href="/bn/assets/f-abcdefgh.woff2"/>
    <script>await import("/assets/a-abcdefgh.js");const b=["/assets/a-abcdefgh.js"]</script><img src="/drawings/x.svg"/>`;
  expect(filesNamedIn(html)).toEqual([
    '/assets/app-abcdefgh.css',
    '/bn/assets/f-abcdefgh.woff2',
    '/assets/a-abcdefgh.js',
  ]);
});
