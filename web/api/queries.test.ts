import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, NetworkError } from './errors.ts';
import { createQueryClient, retryDelay, retryQuery } from './queries.ts';
import { clearUserQueries } from './shared-cache.ts';

const apiError = (status: number, retryAfter?: number) =>
  new ApiError(status, 'x', 'x', undefined, retryAfter);

afterEach(() => vi.unstubAllGlobals());

test('a page that loads offline starts its queries again when it goes online', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  vi.resetModules();
  await import('./queries.ts');
  const { onlineManager } = await import('@tanstack/react-query');
  expect(onlineManager.isOnline()).toBe(false);
  const onChange = vi.fn();
  onlineManager.subscribe(onChange);
  onlineManager.setOnline(true);
  expect(onChange).toHaveBeenCalledExactlyOnceWith(true);
});

describe('[CCH-01] the query cache', () => {
  test('[CCH-01] keeps unused data for five minutes', () => {
    expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000);
  });

  test('[CCH-01] retries a failed query three times', () => {
    expect([0, 1, 2, 3].map((failures) => retryQuery(failures, new NetworkError()))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(retryQuery(0, apiError(503))).toBe(true);
  });

  test('[CCH-01] never retries after a 4xx', () => {
    expect([400, 401, 404, 422, 429].some((status) => retryQuery(0, apiError(status)))).toBe(false);
  });

  test('does not retry while offline: going online starts the query again', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(retryQuery(0, new NetworkError())).toBe(false);
  });

  test('[CCH-01] waits exponentially, at most 30 s, or as long as Retry-After says', () => {
    const waits = [0, 1, 2, 3, 4, 5, 9].map((failures) => retryDelay(failures, new NetworkError()));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(retryDelay(0, apiError(503, 12))).toBe(12_000);
  });

  test('does not retry if Retry-After is over 30 s', () => {
    expect(retryQuery(0, apiError(503, 30))).toBe(true);
    expect(retryQuery(0, apiError(503, 600))).toBe(false);
  });

  test('removes data of one user and keeps public data', () => {
    const client = createQueryClient();
    client.setQueryData(['appointments', 'a'], ['private']);
    client.getQueryCache().build(client, { queryKey: ['reviews'], meta: { public: true } });
    client.setQueryData(['reviews'], ['public']);
    clearUserQueries(client);
    expect(client.getQueryData(['appointments', 'a'])).toBeUndefined();
    expect(client.getQueryData(['reviews'])).toEqual(['public']);
  });
});
