import { afterEach, describe, expect, test, vi } from 'vitest';
import { fetchOrReuse } from './preloaded-requests.ts';

const address = new URL('http://site.test/api/photo?limit=24');
const asAsked = { method: 'GET', headers: { Authorization: 'Bearer kept' } };

/** A page that asked ahead and gets `answer`; every other question is answered 'asked now'. */
function opened(answer: Promise<Response> = Promise.resolve(new Response('asked ahead'))) {
  answer.catch(() => undefined);
  globalThis.preloadedRequests = [{ path: '/api/photo?limit=24', token: 'kept', answer }];
  const fetch = vi.fn(async () => new Response('asked now'));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const text = async (answer: Promise<Response>) => (await answer).text();

afterEach(() => {
  vi.unstubAllGlobals();
  globalThis.preloadedRequests = undefined;
});

describe('what the page asked ahead', () => {
  test('is taken over, once', async () => {
    const fetch = opened();
    expect(await text(fetchOrReuse(address, asAsked))).toBe('asked ahead');
    expect(fetch).not.toHaveBeenCalled();
    expect(await text(fetchOrReuse(address, asAsked))).toBe('asked now');
  });

  test.each([
    ['of another address', new URL('http://site.test/api/photo?limit=76'), asAsked],
    ['of another person', address, { ...asAsked, headers: { Authorization: 'Bearer other' } }],
    ['without a token', address, { method: 'GET' }],
    ['that changes something', address, { ...asAsked, method: 'POST' }],
  ])('answers no question %s', async (_, where, init) => {
    opened();
    expect(await text(fetchOrReuse(where, init))).toBe('asked now');
    expect(globalThis.preloadedRequests).toHaveLength(1);
  });

  test('is asked again when the line was lost', async () => {
    const fetch = opened(Promise.reject(new TypeError('Failed to fetch')));
    expect(await text(fetchOrReuse(address, asAsked))).toBe('asked now');
    expect(fetch).toHaveBeenCalledExactlyOnceWith(address, asAsked);
  });

  test('is not waited for longer than the caller has patience', async () => {
    opened(new Promise(() => {}));
    vi.stubGlobal('fetch', async (_: URL, { signal }: RequestInit) => signal?.throwIfAborted());
    const controller = new AbortController();
    const answer = fetchOrReuse(address, { ...asAsked, signal: controller.signal });
    controller.abort(new Error('no patience'));
    await expect(answer).rejects.toThrow('no patience');
  });
});

test('a page that asked nothing just asks', async () => {
  const fetch = opened();
  globalThis.preloadedRequests = undefined;
  expect(await text(fetchOrReuse(address, asAsked))).toBe('asked now');
  expect(fetch).toHaveBeenCalledOnce();
});
