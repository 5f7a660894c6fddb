import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { languageHead, languagePaths } from './pages.ts';

const site = 'https://blood.example';

test('a page says where it is in every language', () => {
  const links = (path: string) =>
    [...languageHead(site, path).matchAll(/<link rel="alternate"[^>]*>/g)].flat();
  const about = [
    '<link rel="alternate" hreflang="en" href="https://blood.example/about">',
    '<link rel="alternate" hreflang="bn" href="https://blood.example/bn/about">',
    '<link rel="alternate" hreflang="x-default" href="https://blood.example/about">',
  ];
  expect(links('/about')).toEqual(about);
  expect(links('/bn/about')).toEqual(about);
  expect(links('/')).toEqual([
    '<link rel="alternate" hreflang="en" href="https://blood.example/">',
    '<link rel="alternate" hreflang="bn" href="https://blood.example/bn">',
    '<link rel="alternate" hreflang="x-default" href="https://blood.example/">',
  ]);
  expect(links('/bn')).toEqual(links('/'));
});

test("members' pages and what is no page are not for search engines", () => {
  for (const path of ['/dashboard/appointments', '/bn/dashboard', '/404', '/__spa-fallback.html'])
    expect(languageHead(site, path)).not.toContain('hreflang');
});

/** Where the head of an English page leads a browser that remembers this. */
function leadsTo(address: string, remembered: string | null | (() => never)) {
  const { pathname, search, hash } = new URL(address, site);
  const went: string[] = [];
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(languageHead(site, '/about')) ?? [];
  runInNewContext(script, {
    location: { pathname, search, hash, replace: (to: string) => went.push(to) },
    localStorage: { getItem: () => (typeof remembered === 'function' ? remembered() : remembered) },
  });
  return went[0];
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
])('an English page at %s leads who has chosen %s to %s', (address, remembered, to) => {
  expect(leadsTo(address, remembered)).toBe(to);
});

test('it stays where it is in a browser that keeps nothing', () => {
  const refused = () => {
    throw new Error('SecurityError');
  };
  expect(leadsTo('/about', refused)).toBeUndefined();
});

test('a Bengali page leads nowhere', () => {
  expect(languageHead(site, '/bn/about')).not.toContain('<script>');
});

test('without the part the addresses of other languages are former ones', () => {
  expect(languagePaths(true)).toEqual({ bases: ['/bn'] });
  expect(languagePaths(false)).toEqual({ disabledBases: ['/bn'] });
});
