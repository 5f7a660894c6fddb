import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { keepLanguage } from './keep-language.ts';

const site = 'https://blood.example';

type Page = { stored?: string | null | (() => never); bases?: Record<string, string> };

/** Opens a page in a fake browser. Returns the address that it redirects to. */
function open(address: string, { stored = null, bases = { bn: '/bn' } }: Page): string | undefined {
  const { pathname, search, hash } = new URL(address, site);
  const redirects: string[] = [];
  runInNewContext(`(${keepLanguage})(${JSON.stringify(bases)})`, {
    location: { pathname, search, hash, replace: (to: string) => redirects.push(to) },
    localStorage: { getItem: () => (typeof stored === 'function' ? stored() : stored) },
    sessionStorage: { getItem: () => null, removeItem: () => {} },
    addEventListener: () => {},
  });
  return redirects[0];
}

test.each([
  ['/about?a=b#c', 'bn', '/bn/about?a=b#c'],
  ['/', 'bn', '/bn'],
  ['/about', 'en', undefined],
  ['/about', null, undefined],
  ['/about', 'toString', undefined],
  ['/account/action?mode=signIn&lang=bn', null, '/bn/account/action?mode=signIn'],
  ['/reminder?lang=bn', null, '/bn/reminder'],
  ['/reminder?lang=bn&a=b', null, '/bn/reminder?a=b'],
  ['/account/action?mode=signIn&lang=en', 'bn', undefined],
])('redirects an English page at %s with the stored language %s to %s', (address, stored, to) => {
  expect(open(address, { stored })).toBe(to);
});

test('does not redirect when the browser blocks storage', () => {
  const throwSecurityError = () => {
    throw new Error('SecurityError');
  };
  expect(open('/about', { stored: throwSecurityError })).toBeUndefined();
});

test('does not redirect a Bengali page', () => {
  expect(open('/bn/about?lang=bn', { stored: 'bn', bases: {} })).toBeUndefined();
});
