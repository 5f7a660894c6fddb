import { describe, expect, test } from 'vitest';
import { filledPageFor, inOtherLanguages, isPagePath, keptAs } from './places.ts';

const site = { pages: ['/', '/about', '/bn/about', '/dashboard/appointments'], bases: ['', '/bn'] };

describe('a page is kept', () => {
  test.each([
    ['/about', '/about'],
    ['/bn/about', '/bn/about'],
    ['/dashboard/appointments', '/dashboard/appointments'],
    ['/dashboard/payment/6f1d', '/dashboard/pass/any'],
    ['/bn/dashboard/pass/6f1d', '/bn/dashboard/pass/any'],
    ['/nowhere', '/dashboard/pass/any'],
    ['/bnx', '/dashboard/pass/any'],
  ])('%s as %s', (path, kept) => expect(keptAs(path, site)).toBe(kept));
});

test('a language has its own page for what is not kept', () => {
  expect(filledPageFor('/bn', site)).toBe('/bn/dashboard/pass/any');
  expect(filledPageFor('/', site)).toBe('/dashboard/pass/any');
});

test.each([
  ['/', '/bn'],
  ['/about?a=b', '/bn/about?a=b'],
  ['/about?lang=en', '/bn/about?lang=en'],
  ['/bn', '/?lang=en'],
  ['/bn/dashboard/pass/6f1d', '/dashboard/pass/6f1d?lang=en'],
])('%s is in the other language %s', (path, other) => {
  const others = inOtherLanguages(new URL(path, 'https://blood.example'), site);
  expect(others.map(({ href }) => href)).toEqual([`https://blood.example${other}`]);
});

test.each(['/api/config', '/identity/google/start', '/cards/bank/1', '/images/1', '/licences.txt', '/sw.js'])(
  '%s is no page of ours',
  (path) => expect(isPagePath(path)).toBe(false),
);

test.each(['/', '/about', '/dashboard/pass/6f1d', '/apiary', '/bn'])('%s is a page', (path) =>
  expect(isPagePath(path)).toBe(true),
);
