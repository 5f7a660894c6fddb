import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite, type Site } from './site.ts';

const script = 'window.greeting = "hello";';
const html = `<html><head><link rel="canonical" href="%PUBLIC_URL%/about"></head><script>${script}</script></html>`;
let folder: string;
let site: Site['app'];
let hot: Site['cacheScope'];
let ahead: () => Promise<string | undefined> = async () => undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-site-'));
  const files = {
    'index.html': html,
    'about/index.html': html,
    '404/index.html': '<html>nothing here</html>',
    'extra/index.html': '<html>more than was asked for</html>',
    'sitemap.xml': ['/', '/extra', '/extra/2'].map((path) => `<loc>%PUBLIC_URL%${path}</loc>\n`).join(''),
    'dashboard/gallery/index.html': '<html>the frame of the gallery</html>',
    '__spa-fallback.html': '<html>fallback</html>',
    'assets/app-abc.js': 'console.log("a long enough script to be worth it")',
    'assets/ready-abc.js': 'the script',
    'assets/ready-abc.js.br': brotliCompressSync('the script, compressed by the build'),
    'bn/index.html': '<html><head></head>start in Bengali</html>',
    'bn/about/index.html': '<html><head></head>about in Bengali</html>',
    'bn/404/index.html': '<html>nothing here, in Bengali</html>',
    'bn/__spa-fallback.html': '<html>fallback in Bengali</html>',
    'bn/assets/app-xyz.js': 'console.log("another long enough script to be worth it")',
    'favicon.svg': '<svg/>',
    '.vite/manifest.json': '{}',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  ({ app: site, cacheScope: hot } = createSite({
    folder,
    publicUrl: 'https://blood.example',
    publicPages: ['/', '/about', '/extra'],
    disabledPages: ['/extra'],
    notFoundPage: '/404',
    browserPages: ['/dashboard', '/dashboard/gallery', '/dashboard/payment/:id'],
    bases: ['/bn'],
    head: (path) => `<meta name="page" content="${path}">`,
    ahead: { '/dashboard/gallery': () => ahead() },
    allowed: { script: ['https://js.stripe.com'] },
  }));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a page or file has one cache entry whatever query string is sent with it', () => {
  const named = (url: string) => hot.name(url, () => undefined);
  for (const path of ['/about', '/bn/about', '/assets/app-abc.js']) {
    expect(named(path)).toBeDefined();
    expect(named(`${path}?visit=1`)).toBe(named(path));
    expect(named(`${path}?`)).toBe(named(path));
  }
  for (const url of ['/nothing?/about', '/dashboard?x', '/about/?x']) expect(named(url)).toBeUndefined();
});

test('a page is filled with the public address and allows only its own inline scripts', async () => {
  const answer = await site.request('/about');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('href="https://blood.example/about"');
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}' https://js.stripe.com`);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  // Only pages of members are in no search engine.
  expect(answer.headers.has('x-robots-tag')).toBe(false);
  expect((await site.request('/dashboard')).headers.get('x-robots-tag')).toBe('noindex');
  for (const path of ['/', '/about', '/bn', '/bn/about'])
    expect(await (await site.request(path)).text()).toContain(`<head><meta name="page" content="${path}">`);
});

test.each([
  ['/dashboard', 200, 'fallback'],
  ['/dashboard/payment/1', 200, 'fallback'],
  ['/dashboard/gallery', 200, 'the frame of the gallery'],
  ['/dashboard/unknown', 404, 'fallback'],
  ['/dashboard/unknown/deeper', 404, 'fallback'],
  ['/dashboards', 404, 'nothing here'],
  ['/nowhere', 404, 'nothing here'],
  ['/404', 404, 'nothing here'],
  ['/assets/gone-abc.js', 404, 'nothing here'],
  ['/.vite/manifest.json', 404, 'nothing here'],
  ['/about/index.html', 404, 'nothing here'],
  ['/bn', 200, 'start in Bengali'],
  ['/bn/about', 200, 'about in Bengali'],
  ['/bn/dashboard/payment/1', 200, 'fallback in Bengali'],
  ['/bn/dashboard/unknown', 404, 'fallback in Bengali'],
  ['/bn/nowhere', 404, 'nothing here, in Bengali'],
  ['/bn/about/index.html', 404, 'nothing here, in Bengali'],
  ['/bnx', 404, 'nothing here'],
  ['/../main.ts', 404, 'nothing here'],
])('[PUB-07] %s is answered with %i: %s', async (path, status, text) => {
  const answer = await site.request(path);
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(text);
});

test('addresses of a language that this site does not have lead to the first one', async () => {
  const { app } = createSite({
    folder,
    publicUrl: 'https://blood.example',
    publicPages: ['/', '/about'],
    notFoundPage: '/404',
    browserPages: ['/dashboard'],
    formerBases: ['/bn'],
    allowed: {},
  });
  const leadsTo = async (path: string) => {
    const { status, headers } = await app.request(path);
    return [status, headers.get('location')];
  };
  for (const [path, to] of [
    ['/bn', '/'],
    ['/bn/about?a=b', '/about?a=b'],
    ['/bn//evil.example', '/evil.example'],
    ['/bn/%5cevil.example', '/%5cevil.example'],
    ['/bn/%09/evil.example', '/%09/evil.example'],
    ['/bn/%0d%0aX:1', '/%0d%0aX:1'],
    ['/bn/%E0%A6%85 %00', '/%E0%A6%85%20%00'],
  ] as const)
    expect(await leadsTo(path)).toEqual([302, to]);
  expect((await leadsTo('/b%6e/about'))[0]).toBe(404);
  expect(await leadsTo('/bnx')).toEqual([404, null]);
});

test('a page that is left out is missing, and not in the sitemap', async () => {
  const answer = await site.request('/extra');
  expect([answer.status, await answer.text()]).toEqual([404, '<html>fallback</html>']);
  expect(await (await site.request('/sitemap.xml')).text()).toBe(
    '<loc>https://blood.example/</loc>\n<loc>https://blood.example/extra/2</loc>\n',
  );
});

describe('what a page will ask for', () => {
  const linkOf = async (init?: RequestInit) => {
    const answer = await site.request('/dashboard/gallery', init);
    return { status: answer.status, link: answer.headers.get('link') };
  };

  test('is told with it, and with the word that it has not changed', async () => {
    ahead = async () => '</images/1>; rel=preload; as=image';
    const { headers } = await site.request('/dashboard/gallery');
    expect(headers.get('link')).toBe('</images/1>; rel=preload; as=image');
    const again = await linkOf({ headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(again).toEqual({ status: 304, link: '</images/1>; rel=preload; as=image' });
    expect((await site.request('/dashboard')).headers.has('link')).toBe(false);
  });

  test.each([
    ['is not known', async () => undefined],
    ['is nothing', async () => ''],
    ['fails', async () => Promise.reject(new Error('no database'))],
    ['does not come in time', () => new Promise<never>(() => {})],
  ])('and that %s: the page comes all the same', async (_, given) => {
    ahead = given;
    expect(await linkOf()).toEqual({ status: 200, link: null });
  });
});

test('a trailing slash is 308 to this host, query kept', async () => {
  const answer = await site.request('/about/?a=1');
  expect([answer.status, answer.headers.get('location')]).toEqual([308, '/about?a=1']);
  const hostile = await site.request('http://localhost//evil.example/');
  expect(hostile.headers.get('location')).toBe('/evil.example');
});

test('assets are compressed, kept for ever and not sent again', async () => {
  const first = await site.request('/assets/app-abc.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(first.headers.get('cache-control')).toContain('immutable');
  // By this a worker may load the rest of itself.
  expect(first.headers.get('content-security-policy')).toContain("script-src 'self' https://js.stripe.com;");
  expect(brotliDecompressSync(await first.arrayBuffer()).toString()).toContain('a long enough script');
  const etag = first.headers.get('etag') ?? '';
  const again = await site.request('/assets/app-abc.js', { headers: { 'If-None-Match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
  const ofBengali = await site.request('/bn/assets/app-xyz.js');
  expect(ofBengali.headers.get('cache-control')).toContain('immutable');
});

test('what the build has compressed is sent as it is, and only as such', async () => {
  const answer = await site.request('/assets/ready-abc.js', { headers: { 'Accept-Encoding': 'br' } });
  expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toContain('compressed by the build');
  expect(await (await site.request('/assets/ready-abc.js')).text()).toBe('the script');
  expect((await site.request('/assets/ready-abc.js.br')).status).toBe(404);
});

test('HEAD has no body, another method is refused', async () => {
  const head = await site.request('/about', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const post = await site.request('/about', { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

describe('the service worker and the manifest', () => {
  const read = async (worksOffline: boolean, path: string) => {
    const files = {
      'sw.js': 'the worker',
      'sw-gone.js': 'takes itself away',
      'm.webmanifest': '"%DISPLAY%"',
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { app } = createSite({
      folder,
      publicUrl: 'https://blood.example',
      publicPages: ['/'],
      notFoundPage: '/404',
      browserPages: [],
      allowed: {},
      worksOffline,
    });
    const answer = await app.request(path);
    return { text: await answer.text(), lifetime: answer.headers.get('cache-control') };
  };

  test('are those of a site that works offline', async () => {
    expect(await read(true, '/sw.js')).toEqual({ text: 'the worker', lifetime: 'no-cache' });
    expect((await read(true, '/m.webmanifest')).text).toBe('"standalone"');
  });

  test('and without that part take a former worker away, and install nothing', async () => {
    expect(await read(false, '/sw.js')).toEqual({ text: 'takes itself away', lifetime: 'no-cache' });
    expect((await read(false, '/m.webmanifest')).text).toBe('"browser"');
  });
});
