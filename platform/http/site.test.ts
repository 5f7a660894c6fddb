import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSite, type Site } from './site.ts';

const script = 'window.greeting = "hello";';
let folder: string;
let site: Site['app'];
let memoScope: Site['memoScope'];
let ahead: () => Promise<string | undefined> = async () => undefined;
let version = '1';
let rendered: string[] = [];
let isFailing = false;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'blood-buddies-site-'));
  const files = {
    'sitemap.xml': ['/', '/extra', '/extra/2'].map((path) => `<loc>%PUBLIC_URL%${path}</loc>\n`).join(''),
    'assets/app-abc.js': 'console.log("a long enough script to be worth it")',
    'assets/ready-abc.js': 'the script',
    'assets/prepare-worker-abc.js': 'the web worker',
    'assets/ready-abc.js.br': brotliCompressSync('the script, compressed by the build'),
    'bn/assets/app-xyz.js': 'console.log("another long enough script to be worth it")',
    'favicon.svg': '<svg/>',
    '.vite/manifest.json': '{}',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  ({ app: site, memoScope } = createSite({
    ...minimal(),
    findPage: (address) =>
      address.startsWith('/dashboard')
        ? { path: address.replace(/\d+/, '_'), status: 200, isPublic: false }
        : ['/', '/about', '/list'].includes(address)
          ? { path: address, status: 200, isPublic: true }
          : { path: '/404', status: 404, isPublic: false },
    async renderPage(path) {
      rendered.push(path);
      if (isFailing) throw new Error('no database');
      return `<html><script>${script}</script>the page ${path} ${version}</html>`;
    },
    versionOf: (path) => (path === '/list' ? version : ''),
    disabledPages: ['/extra'],
    preloadHeaders: { '/dashboard/gallery': () => ahead() },
    allowed: { script: ['https://js.stripe.com'] },
  }));
});
beforeEach(() => {
  rendered = [];
  isFailing = false;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Options of a site without pages. */
const minimal = () => ({
  folder,
  publicUrl: 'https://blood.example',
  findPage: () => ({ path: '/404', status: 404, isPublic: false }) as const,
  renderPage: async () => '<html>not found</html>',
  allowed: {},
});

test('a public page or file has one memo key whatever query string is sent with it', async () => {
  const keyOf = (url: string) => memoScope.key(url, () => undefined);
  expect(keyOf('/about')).toBeUndefined();
  await site.request('/about');
  await site.request('/dashboard');
  for (const path of ['/about', '/assets/app-abc.js']) {
    expect(keyOf(path)).toBeDefined();
    expect(keyOf(`${path}?visit=1`)).toBe(keyOf(path));
    expect(keyOf(`${path}?`)).toBe(keyOf(path));
  }
  for (const url of ['/nothing?/about', '/dashboard?x', '/about/?x']) expect(keyOf(url)).toBeUndefined();
});

test('allows only the inline scripts of the page itself', async () => {
  const response = await site.request('/about');
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('the page /about')]);
  const hash = createHash('sha256').update(script).digest('base64');
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}' https://js.stripe.com`);
  expect(response.headers.get('cache-control')).toBe('no-cache');
  // Only member pages are excluded from search engines.
  expect(response.headers.has('x-robots-tag')).toBe(false);
  expect((await site.request('/dashboard')).headers.get('x-robots-tag')).toBe('noindex');
});

test('renders a page once for each version, whatever the number of requests and addresses', async () => {
  const read = async (path: string) => (await site.request(path)).text();
  await Promise.all([read('/list'), read('/list')]);
  for (const path of ['/list', '/nowhere', '/nowhere/else', '/dashboard/1', '/dashboard/2']) await read(path);
  expect(rendered).toEqual(['/list', '/404', '/dashboard/_']);
  version = '2';
  expect(await read('/list')).toContain('the page /list 2');
  expect(await read('/dashboard/3')).toContain('the page /dashboard/_ 1');
});

test('a page that could not be rendered is rendered at the next request', async () => {
  version = '3';
  isFailing = true;
  expect((await site.request('/list')).status).toBe(500);
  isFailing = false;
  expect((await site.request('/list')).status).toBe(200);
});

test.each(['/.vite/manifest.json', '/assets/ready-abc.js.br', '/../main.ts'])(
  '%s is not served',
  async (path) => expect((await site.request(path)).status).toBe(404),
);

test('redirects addresses that lead to others', async () => {
  const { app } = createSite({
    ...minimal(),
    findRedirect: async (path) =>
      /^\/bn(\/|$)/.test(path) ? { path: path.slice(3), status: 302 } : undefined,
  });
  const locationOf = async (path: string) => {
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
    expect(await locationOf(path)).toEqual([302, to]);
  expect((await locationOf('/b%6e/about'))[0]).toBe(404);
  expect(await locationOf('/bnx')).toEqual([404, null]);
});

test('fills in the public address and removes disabled pages from the sitemap', async () => {
  expect(await (await site.request('/sitemap.xml')).text()).toBe(
    '<loc>https://blood.example/</loc>\n<loc>https://blood.example/extra/2</loc>\n',
  );
});

describe('the preload header of a page', () => {
  const linkOf = async (init?: RequestInit) => {
    const response = await site.request('/dashboard/gallery', init);
    return { status: response.status, link: response.headers.get('link') };
  };

  test('is sent with 200 and 304', async () => {
    ahead = async () => '</images/1>; rel=preload; as=image';
    const { headers } = await site.request('/dashboard/gallery');
    expect(headers.get('link')).toBe('</images/1>; rel=preload; as=image');
    const cached = await linkOf({ headers: { 'If-None-Match': headers.get('etag') ?? '' } });
    expect(cached).toEqual({ status: 304, link: '</images/1>; rel=preload; as=image' });
    expect((await site.request('/dashboard')).headers.has('link')).toBe(false);
  });

  test.each([
    ['is undefined', async () => undefined],
    ['is empty', async () => ''],
    ['fails', async () => Promise.reject(new Error('no database'))],
    ['takes too long', () => new Promise<never>(() => {})],
  ])('is left out when it %s', async (_, preload) => {
    ahead = preload;
    expect(await linkOf()).toEqual({ status: 200, link: null });
  });
});

test('redirects a trailing slash with 308 on the same host and keeps the query string', async () => {
  const response = await site.request('/about/?a=1');
  expect([response.status, response.headers.get('location')]).toEqual([308, '/about?a=1']);
  const hostile = await site.request('http://localhost//evil.example/');
  expect(hostile.headers.get('location')).toBe('/evil.example');
});

test('compresses assets, makes them immutable, and responds 304', async () => {
  const first = await site.request('/assets/app-abc.js', { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(first.headers.get('content-encoding')).toBe('br');
  expect(first.headers.get('cache-control')).toContain('immutable');
  expect(brotliDecompressSync(await first.arrayBuffer()).toString()).toContain('a long enough script');
  const etag = first.headers.get('etag') ?? '';
  const again = (encoding: string) =>
    site.request('/assets/app-abc.js', { headers: { 'Accept-Encoding': encoding, 'If-None-Match': etag } });
  const cached = await again('gzip, br');
  expect([cached.status, await cached.text()]).toEqual([304, '']);
  // A strong ETag names the bytes, and these differ by encoding.
  expect([(await again('gzip')).status, (await again('identity')).status]).toEqual([200, 200]);
  const bengali = await site.request('/bn/assets/app-xyz.js');
  expect(bengali.headers.get('cache-control')).toContain('immutable');
});

test('a web worker loads further scripts under the policy of its own response', async () => {
  const policyOf = async (path: string) => (await site.request(path)).headers.get('content-security-policy');
  expect(await policyOf('/assets/prepare-worker-abc.js')).toContain(
    "script-src 'self' https://js.stripe.com;",
  );
  expect(await policyOf('/assets/app-abc.js')).toBeNull();
});

test('sends a precompressed file as it is, and only with Content-Encoding', async () => {
  const response = await site.request('/assets/ready-abc.js', { headers: { 'Accept-Encoding': 'br' } });
  expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toContain('compressed by the build');
  expect(await (await site.request('/assets/ready-abc.js')).text()).toBe('the script');
});

test('responds to HEAD without a body and to other methods with 405', async () => {
  const head = await site.request('/about', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
  const post = await site.request('/about', { method: 'POST' });
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

describe('the service worker and the manifest', () => {
  const read = async (worksOffline: boolean, path: string) => {
    const files = {
      'sw.js': 'the worker',
      'sw-gone.js': 'unregisters itself',
      'm.webmanifest': '"%DISPLAY%"',
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const { app } = createSite({ ...minimal(), worksOffline });
    const response = await app.request(path);
    return { text: await response.text(), lifetime: response.headers.get('cache-control') };
  };

  test('are served by a site that works offline', async () => {
    expect(await read(true, '/sw.js')).toEqual({ text: 'the worker', lifetime: 'no-cache' });
    expect((await read(true, '/m.webmanifest')).text).toBe('"standalone"');
  });

  test('remove an old worker and prevent installation on a site that does not work offline', async () => {
    expect(await read(false, '/sw.js')).toEqual({ text: 'unregisters itself', lifetime: 'no-cache' });
    expect((await read(false, '/m.webmanifest')).text).toBe('"browser"');
  });
});
