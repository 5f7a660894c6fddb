import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { siteConfig } from './config.ts';
import { queryClient } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

test('leaving a page that waits for the configuration does not cancel the request for others', async () => {
  const config = { identity: {}, images: {}, cards: {}, features: [] };
  const { promise: response, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('location', { origin: 'http://localhost' });
  vi.stubGlobal('fetch', async (_url: URL, { signal }: RequestInit) => {
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
    });
    return Promise.race([response, aborted]);
  });
  const loading = siteConfig();
  const leave = new QueryObserver(queryClient, { queryKey: ['config'] }).subscribe(() => {});
  leave();
  resolve(Response.json(config));
  expect(await loading).toEqual(config);
});
