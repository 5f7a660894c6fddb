import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { accessTokenKey } from '#web/api/access-token.ts';
import type { PreloadedRequest } from '#web/api/preloaded-requests.ts';
import { injectPreload, listMemberScripts } from './defer-scripts.ts';

const page =
  '<head><meta charSet="utf-8"/><link rel="stylesheet" href="/a.css"/></head><script>start()</script>';
const paths = ['/api/photo?limit=24'];

/** Runs the preload script in a fake browser with this storage. */
function open(
  storage: { getItem(key: string): string | null },
  fetch = vi.fn(async () => new Response('[]')),
) {
  const script =
    /<script>([\s\S]*?)<\/script><link rel="stylesheet"/.exec(
      injectPreload(page, paths, accessTokenKey),
    )?.[1] ?? '';
  const window: { preloadedRequests?: PreloadedRequest[] } = {};
  runInNewContext(script, { window, fetch, localStorage: storage });
  return { fetch, preloaded: window.preloadedRequests };
}

describe('the preload script', () => {
  test('comes before the stylesheet, which later scripts wait for', () => {
    const html = injectPreload(page, paths, accessTokenKey);
    expect(html.indexOf('<script>{')).toBeGreaterThan(html.indexOf('charSet'));
    expect(html.indexOf('<script>{')).toBeLessThan(html.indexOf('stylesheet'));
  });

  test('[API-11] sends the stored token', async () => {
    const { fetch, preloaded } = open({ getItem: (key) => (key === 'accessJwtToken' ? 'stored' : null) });
    const headers = { Accept: 'application/json', Authorization: 'Bearer stored' };
    expect(fetch.mock.calls).toEqual([['/api/photo?limit=24', { headers }]]);
    expect(preloaded).toMatchObject([{ path: '/api/photo?limit=24', token: 'stored' }]);
    expect(await preloaded?.[0]?.response.then((response) => response.text())).toBe('[]');
  });

  test.each([
    ['without a token', { getItem: () => null }],
    [
      'with blocked storage',
      {
        getItem: () => {
          throw new Error('SecurityError');
        },
      },
    ],
  ])('sends no request %s', (_, storage) => {
    expect(open(storage)).toMatchObject({ preloaded: undefined });
    expect(open(storage).fetch).not.toHaveBeenCalled();
  });

  test('leaves a page without preloads unchanged', () => {
    expect(injectPreload(page, [], accessTokenKey)).toBe(page);
  });

  test.each(['<head></head>', page + page])('throws for another page format', (html) => {
    expect(() => injectPreload(html, paths, accessTokenKey)).toThrow('another kind of page');
  });
});

const route = (name: string) => ({ module: `/assets/${name}.js`, imports: ['/assets/shared.js'] });
const routes = {
  'features/dashboard/guard': route('guard'),
  'features/dashboard/dashboard-layout': route('layout'),
  'features/appointments/appointments-page': route('appointments'),
  'features/gallery/gallery-page': route('gallery'),
};
const context = (routes: object) => ({ manifest: { routes } }) as never;

test('lists each script of the member routes once, except those that the page loads', () => {
  const window: { memberScripts?: string[] } = {};
  new Function('window', listMemberScripts(context(routes), '<link href="/assets/shared.js"/>'))(window);
  expect(window.memberScripts).toEqual(
    ['guard', 'layout', 'appointments', 'gallery'].map((name) => `/assets/${name}.js`),
  );
});

test('throws if a route is missing', () => {
  const { 'features/gallery/gallery-page': _, ...others } = routes;
  expect(() => listMemberScripts(context(others), '')).toThrow('no route features/gallery/gallery-page');
});
