import { describe, expect, test } from 'vitest';
import { returnState, stateOfReferrer } from './return-location.ts';
import { nextPath, returnPath } from './return-path.ts';

const origin = 'https://site.test';
const roundTrip = (pathname: string, search = '', hash = '') =>
  returnPath(returnState({ pathname, search, hash }), origin);

describe('[GRD-03] the page after signing in', () => {
  test('[GRD-03] is the page first requested, with path, query and hash', () => {
    expect(roundTrip('/dashboard/payment/7', '?a=1&b=%20', '#pay')).toBe(
      '/dashboard/payment/7?a=1&b=%20#pay',
    );
  });

  test('carries no secret of the URL', () => {
    const search = '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2';
    expect(roundTrip('/dashboard/payment/7', search)).toBe('/dashboard/payment/7?payment_intent=pi_1');
    expect(roundTrip('/dashboard/payment/7', '?x_secret=1')).toBe('/dashboard/payment/7');
  });

  test('[GRD-03] is / without a page of origin', () => {
    expect(
      [undefined, null, 'x', {}, { from: null }, { from: { pathname: 7 } }].map((s) => returnPath(s, origin)),
    ).toEqual(Array(6).fill('/'));
  });

  test.each([
    '//evil.example/a',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'dashboard',
    '',
  ])('[GRD-03] is never another site: %s', (path) => {
    expect(roundTrip(path)).toBe('/');
  });

  test('[GRD-03] is not a sign-in page', () => {
    expect([roundTrip('/login'), roundTrip('/register', '?x')]).toEqual(['/', '/']);
  });
});

describe('[LGN-03] the page with the link to /login that was followed before React started', () => {
  const pageOf = (referrer: string, base = '') => returnPath(stateOfReferrer(referrer, origin, base), origin);

  test.each([
    ['/centers/1?day=2', `${origin}/centers/1?day=2`],
    ['/about', `${origin}/bn/about`, '/bn'],
    ['/', `${origin}/bn/`, '/bn'],
    ['/', ''],
    ['/', `${origin}/register`],
    ['/', 'https://evil.example/about'],
    ['/', `${origin}.evil.example/about`],
  ])('[LGN-03] is %s for %s', (path, referrer, base?: string) => {
    expect(pageOf(referrer, base)).toBe(path);
  });
});

describe('[LGN-03] the page after an email link', () => {
  const next = (query: Record<string, string>) => nextPath(new URLSearchParams(query), origin);
  const page = (path: string) => `${origin}/account/action?next=${encodeURIComponent(path)}`;

  test('[LGN-03] is the page of origin in `next` or in `continueUrl`', () => {
    expect(next({ mode: 'signIn', next: '/dashboard/gallery?a=1#top' })).toBe('/dashboard/gallery?a=1#top');
    expect(next({ mode: 'signIn', continueUrl: page('/dashboard/gallery') })).toBe('/dashboard/gallery');
  });

  test('[LGN-03] is / otherwise, and never another site', () => {
    const invalid = ['//evil.example', 'https://evil.example/', '/\\evil.example', '/login', 'nonsense'];
    expect(invalid.map((path) => next({ next: path }))).toEqual(invalid.map(() => '/'));
    expect(invalid.map((path) => next({ continueUrl: page(path) }))).toEqual(invalid.map(() => '/'));
    expect([next({}), next({ continueUrl: 'nonsense' }), next({ continueUrl: origin })]).toEqual([
      '/',
      '/',
      '/',
    ]);
  });
});
