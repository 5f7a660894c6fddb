import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from './errors.ts';
import { createQueryClient, retryDelay, retryQuery } from './queries.ts';
import { clearUserQueries } from './shared-cache.ts';

const refused = (status: number, retryAfter?: number) =>
  new ApiError(status, 'x', 'x', undefined, retryAfter);

describe('[CCH-01] the cache of server answers', () => {
  test('[CCH-01] keeps unused data for five minutes', () => {
    expect(createQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000);
  });

  test('[CCH-01] tries a failed query three times more', () => {
    expect([0, 1, 2, 3].map((failures) => retryQuery(failures, new NetworkError()))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(retryQuery(0, refused(503))).toBe(true);
  });

  test('[CCH-01] never repeats a refused one', () => {
    expect([400, 401, 404, 422, 429].some((status) => retryQuery(0, refused(status)))).toBe(false);
  });

  test('[CCH-01] waits exponentially, at most 30 s, or as long as the server asks', () => {
    const waits = [0, 1, 2, 3, 4, 5, 9].map((failures) => retryDelay(failures, new NetworkError()));
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(retryDelay(0, refused(503, 12))).toBe(12_000);
  });

  test('says so at once when the server asks for more patience than that', () => {
    expect(retryQuery(0, refused(503, 30))).toBe(true);
    expect(retryQuery(0, refused(503, 600))).toBe(false);
  });

  test('forgets what was fetched for one person and keeps what is the same for all', () => {
    const client = createQueryClient();
    client.setQueryData(['appointments', 'a'], ['private']);
    client.getQueryCache().build(client, { queryKey: ['reviews'], meta: { public: true } });
    client.setQueryData(['reviews'], ['public']);
    clearUserQueries(client);
    expect(client.getQueryData(['appointments', 'a'])).toBeUndefined();
    expect(client.getQueryData(['reviews'])).toEqual(['public']);
  });
});
