import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import type { PreloadedRequest } from '#web/api/preloaded-requests.ts';
import { injectPreload, listMemberScripts } from './defer-scripts.ts';

const page =
  '<head><meta charSet="utf-8"/><link rel="stylesheet" href="/a.css"/></head><script>start()</script>';
const paths = ['/api/photo?limit=24'];

/** Runs the page's own first script in a browser that keeps this token. */
function open(
  storage: { getItem(key: string): string | null },
  fetch = vi.fn(async () => new Response('[]')),
) {
  const script =
    /<script>([\s\S]*?)<\/script><link rel="stylesheet"/.exec(injectPreload(page, paths))?.[1] ?? '';
  const window: { preloadedRequests?: PreloadedRequest[] } = {};
  runInNewContext(script, { window, fetch, localStorage: storage });
  return { fetch, asked: window.preloadedRequests };
}

describe('what a page asks before its scripts have come', () => {
  test('stands before the stylesheet, which scripts behind it wait for', () => {
    const written = injectPreload(page, paths);
    expect(written.indexOf('<script>{')).toBeGreaterThan(written.indexOf('charSet'));
    expect(written.indexOf('<script>{')).toBeLessThan(written.indexOf('stylesheet'));
  });

  test('[API-11] is asked with the stored token', async () => {
    const { fetch, asked } = open({ getItem: (key) => (key === 'accessJwtToken' ? 'kept' : null) });
    const headers = { Accept: 'application/json', Authorization: 'Bearer kept' };
    expect(fetch.mock.calls).toEqual([['/api/photo?limit=24', { headers }]]);
    expect(asked).toMatchObject([{ path: '/api/photo?limit=24', token: 'kept' }]);
    expect(await asked?.[0]?.answer.then((answer) => answer.text())).toBe('[]');
  });

  test.each([
    ['by nobody without a token', { getItem: () => null }],
    [
      'by nobody whose browser keeps nothing',
      {
        getItem: () => {
          throw new Error('SecurityError');
        },
      },
    ],
  ])('is asked %s', (_, storage) => {
    expect(open(storage)).toMatchObject({ asked: undefined });
    expect(open(storage).fetch).not.toHaveBeenCalled();
  });

  test('leaves a page alone that asks nothing', () => {
    expect(injectPreload(page, [])).toBe(page);
  });

  test.each(['<head></head>', page + page])('stops the build at a page of another kind', (html) => {
    expect(() => injectPreload(html, paths)).toThrow('another kind of page');
  });
});

const route = (name: string) => ({ module: `/assets/${name}.js`, imports: ['/assets/shared.js'] });
const routes = {
  'features/dashboard/guard': route('guard'),
  'features/dashboard/dashboard-layout': route('layout'),
  'features/appointments/appointments-page': route('appointments'),
  'features/gallery/gallery-page': route('gallery'),
};
const context = (given: object) => ({ manifest: { routes: given } }) as never;

test('names each script of the pages that members open first, once', () => {
  const window: { memberScripts?: string[] } = {};
  new Function('window', listMemberScripts(context(routes)))(window);
  expect(window.memberScripts).toEqual(
    ['guard', 'shared', 'layout', 'appointments', 'gallery'].map((name) => `/assets/${name}.js`),
  );
});

test('a route of another name stops the build', () => {
  const { 'features/gallery/gallery-page': _, ...others } = routes;
  expect(() => listMemberScripts(context(others))).toThrow('no route features/gallery/gallery-page');
});
