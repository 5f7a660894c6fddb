import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { accessTokenKey } from '#web/api/access-token.ts';
import { type PreloadedRequest, preloadRequests } from './preload-requests.ts';

/** Runs the script in a fake browser with this storage. */
function open(storage: { getItem(key: string): string | null }) {
  const fetch = vi.fn(async () => new Response('[]'));
  const context = {
    fetch,
    localStorage: storage,
    preloadedRequests: undefined as PreloadedRequest[] | undefined,
  };
  const options = { paths: ['/api/photo?limit=24'], tokenKey: accessTokenKey };
  runInNewContext(`(${preloadRequests})(${JSON.stringify(options)})`, context);
  return { fetch, preloaded: context.preloadedRequests };
}

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
  const { fetch, preloaded } = open(storage);
  expect(preloaded).toBeUndefined();
  expect(fetch).not.toHaveBeenCalled();
});
