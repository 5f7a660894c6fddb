import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchOrReuse } from './preloaded-requests.ts';

const address = new URL('http://site.test/api/photo?limit=24');
const preloadedInit = { method: 'GET', headers: { Authorization: 'Bearer stored' } };

/** Preloads a request with `response` as its response. All other requests get 'fetched'. */
function preload(response: Promise<Response> = Promise.resolve(new Response('preloaded'))) {
  response.catch(() => undefined);
  globalThis.preloadedRequests = [{ path: '/api/photo?limit=24', token: 'stored', response }];
  const fetch = vi.fn(async () => new Response('fetched'));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const text = async (response: Promise<Response>) => (await response).text();

afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.preloadedRequests = undefined;
});

describe('a preloaded response', () => {
  test('is used once', async () => {
    const fetch = preload();
    expect(await text(fetchOrReuse(address, preloadedInit))).toBe('preloaded');
    expect(fetch).not.toHaveBeenCalled();
    expect(await text(fetchOrReuse(address, preloadedInit))).toBe('fetched');
  });

  test.each([
    ['to another URL', new URL('http://site.test/api/photo?limit=76'), preloadedInit],
    ['of another user', address, { ...preloadedInit, headers: { Authorization: 'Bearer other' } }],
    ['without a token', address, { method: 'GET' }],
    ['of another method', address, { ...preloadedInit, method: 'POST' }],
  ])('is not used for a request %s', async (_, url, init) => {
    preload();
    expect(await text(fetchOrReuse(url, init))).toBe('fetched');
    expect(globalThis.preloadedRequests).toHaveLength(1);
  });

  test('is requested again after a network error', async () => {
    const fetch = preload(Promise.reject(new TypeError('Failed to fetch')));
    expect(await text(fetchOrReuse(address, preloadedInit))).toBe('fetched');
    expect(fetch).toHaveBeenCalledExactlyOnceWith(address, preloadedInit);
  });

  test('is abandoned when the caller aborts', async () => {
    preload(new Promise(() => {}));
    vi.stubGlobal('fetch', async (_: URL, { signal }: RequestInit) => signal?.throwIfAborted());
    const controller = new AbortController();
    const response = fetchOrReuse(address, { ...preloadedInit, signal: controller.signal });
    controller.abort(new Error('aborted'));
    await expect(response).rejects.toThrow('aborted');
  });
});

test('fetches if nothing was preloaded', async () => {
  const fetch = preload();
  globalThis.preloadedRequests = undefined;
  expect(await text(fetchOrReuse(address, preloadedInit))).toBe('fetched');
  expect(fetch).toHaveBeenCalledOnce();
});
