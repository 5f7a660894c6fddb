import { describe, expect, test } from 'vitest';
import { nextPath, returnPath, returnState } from './return-location.ts';

const origin = 'https://site.test';
const back = (pathname: string, search = '', hash = '') =>
  returnPath(returnState({ pathname, search, hash }), origin);

describe('[GRD-03] where a person goes after signing in', () => {
  test('[GRD-03] the page first asked for, with path, query and hash', () => {
    expect(back('/dashboard/payment/7', '?a=1&b=%20', '#pay')).toBe('/dashboard/payment/7?a=1&b=%20#pay');
  });

  test('a secret in the address is left behind', () => {
    const search = '?payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2';
    expect(back('/dashboard/payment/7', search)).toBe('/dashboard/payment/7?payment_intent=pi_1');
    expect(back('/dashboard/payment/7', '?x_secret=1')).toBe('/dashboard/payment/7');
  });

  test('[GRD-03] otherwise /', () => {
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
  ])('[GRD-03] never another site: %s', (path) => {
    expect(back(path)).toBe('/');
  });

  test('[GRD-03] not the sign-in pages themselves', () => {
    expect([back('/login'), back('/register', '?x')]).toEqual(['/', '/']);
  });
});

describe('[LGN-03] where a mailed link goes on to', () => {
  const next = (query: Record<string, string>) => nextPath(new URLSearchParams(query), origin);
  const page = (path: string) => `${origin}/account/action?next=${encodeURIComponent(path)}`;

  test('[LGN-03] the page of origin, told by the link itself or by the address that it carries', () => {
    expect(next({ mode: 'signIn', next: '/dashboard/gallery?a=1#top' })).toBe('/dashboard/gallery?a=1#top');
    expect(next({ mode: 'signIn', continueUrl: page('/dashboard/gallery') })).toBe('/dashboard/gallery');
  });

  test('[LGN-03] otherwise /, and never another site', () => {
    const strange = ['//evil.example', 'https://evil.example/', '/\\evil.example', '/login', 'nonsense'];
    expect(strange.map((path) => next({ next: path }))).toEqual(strange.map(() => '/'));
    expect(strange.map((path) => next({ continueUrl: page(path) }))).toEqual(strange.map(() => '/'));
    expect([next({}), next({ continueUrl: 'nonsense' }), next({ continueUrl: origin })]).toEqual([
      '/',
      '/',
      '/',
    ]);
  });
});
