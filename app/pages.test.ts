import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { languageHead, languagePaths } from './pages.ts';

const site = 'https://blood.example';

test('links a page to its versions in every language', () => {
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

test("adds no language links to members' pages and error pages", () => {
  for (const path of ['/dashboard/appointments', '/bn/dashboard', '/404', '/__spa-fallback.html'])
    expect(languageHead(site, path)).not.toContain('<link rel="alternate"');
});

/** Returns the URL that an English page redirects to in a browser with this stored language. */
function redirectOf(address: string, stored: string | null | (() => never)) {
  const { pathname, search, hash } = new URL(address, site);
  const redirects: string[] = [];
  runHeadScript(pathname, {
    location: { pathname, search, hash, replace: (to: string) => redirects.push(to) },
    localStorage: { getItem: () => (typeof stored === 'function' ? stored() : stored) },
    document: { addEventListener: () => {} },
  });
  return redirects[0];
}

function runHeadScript(path: string, globals: object) {
  const [, script = ''] = /<script>([\s\S]*)<\/script>/.exec(languageHead(site, path)) ?? [];
  runInNewContext(script, globals);
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
  expect(redirectOf(address, stored)).toBe(to);
});

test('does not redirect when the browser blocks storage', () => {
  const throwSecurityError = () => {
    throw new Error('SecurityError');
  };
  expect(redirectOf('/about', throwSecurityError)).toBeUndefined();
});

test('does not redirect a Bengali page', () => {
  expect(redirectOf('/bn/about?lang=bn', 'bn')).toBeUndefined();
});

test('treats the paths of other languages as disabled when the feature is off', () => {
  expect(languagePaths(true)).toEqual({ bases: ['/bn'] });
  expect(languagePaths(false)).toEqual({ disabledBases: ['/bn'] });
});
