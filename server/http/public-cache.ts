import { listCenters, MAX_DAYS } from '#contract/centers.ts';
import { getConfig } from '#contract/config.ts';
import { utcDay } from '#contract/days.ts';
import { FIRST_PAGE_SIZE, listPhotos } from '#contract/photos.ts';
import { listReviews } from '#contract/reviews.ts';
import { cacheKeysByEncoding } from '#platform/http/compression.ts';
import type { CacheScope } from '#platform/http/tuning/response-cache.ts';
import { type Clock, days } from '#platform/time.ts';
import { knownParameters } from './route.ts';

const PREFIX = '/api';
/** The requests of our own pages. Requests with other parameter values are not cached. */
const cachedUrls = [
  getConfig.path,
  listReviews.path,
  listPhotos.path,
  `${listPhotos.path}?limit=${FIRST_PAGE_SIZE}`,
  listCenters.path,
].map((path) => PREFIX + path);

const parametersByPath = new Map(
  [getConfig, listReviews, listPhotos, listCenters].map((list) => [
    PREFIX + list.path,
    knownParameters(list),
  ]),
);

/**
 * Returns the URL with only the parameters that the route reads, in one order and with the first value of each, so that
 * unknown parameters cannot bypass the cache. URLs with unprintable characters or a fragment are not cached, so that
 * cache and route always read the same.
 */
function canonicalUrl(url: string): string | undefined {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  const knownNames = parametersByPath.get(path);
  if (!knownNames || query === undefined) return knownNames && path;
  if (!/^[!"$-~]*$/.test(query)) return undefined;
  const sent = new URLSearchParams(query);
  const used = knownNames.filter((name) => sent.has(name)).map((name) => `${name}=${sent.get(name)}`);
  return used.length > 0 ? `${path}?${used.join('&')}` : path;
}

/** The path is that of `listCenterDays`. */
const daysUrl = /^\/api\/centers\/[\w-]{1,64}\/days\?from=(\d{4}-\d\d-\d\d)&to=(\d{4}-\d\d-\d\d)$/;

/** Whether a URL asks for the days that our own pages show. Only centers that exist are cached: the number of keys is limited. */
function asksForNextDays(url: string, now: number): boolean {
  const [, from, to] = daysUrl.exec(url) ?? [];
  if (!from) return false;
  const starts = [-1, 0, 1].map((offset) => now + days(offset));
  return starts.some((start) => from === utcDay(start) && to === utcDay(start + days(MAX_DAYS - 1)));
}

export type PublicListCache = {
  /** Whether a request for this URL refreshes a cached list. */
  isCached(url: string): boolean;
  scope: CacheScope;
  /** Invalidates all cached lists, or only the days of centers. */
  invalidate(kind: 'lists' | 'days'): void;
};

const TTL_MS = 200;

/**
 * Creates the cache of public lists. Changes in this process are visible immediately, changes in other processes after
 * 200 ms. So are changes of days that follow another one: days are slow to read, and each booking changes them.
 */
export function createPublicListCache(clock: Clock): PublicListCache {
  let generation = 0;
  let daysChangedAt = Number.NEGATIVE_INFINITY;
  let name = cacheKeysByEncoding(cachedUrls);
  return {
    isCached: (url) => cachedUrls.includes(canonicalUrl(url) ?? '') || asksForNextDays(url, clock()),
    scope: {
      prefix: `${PREFIX}/`,
      ttlMs: TTL_MS,
      // With a new key, all requests would read the days until the first has. With this, one does.
      changedAt: (key) => (key.includes('/days?') ? daysChangedAt : Number.NEGATIVE_INFINITY),
      key(url, header) {
        const key = name(url, header);
        if (key !== undefined) return key;
        if (asksForNextDays(url, clock())) return cacheKeysByEncoding([url], `${generation} `)(url, header);
        const canonical = canonicalUrl(url);
        return canonical === undefined ? undefined : name(canonical, header);
      },
    },
    invalidate(kind) {
      if (kind === 'days') {
        if (Math.abs(clock() - daysChangedAt) >= TTL_MS) daysChangedAt = clock();
        return;
      }
      generation += 1;
      name = cacheKeysByEncoding(cachedUrls, `${generation} `);
    },
  };
}
