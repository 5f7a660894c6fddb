import { getConfig } from '#contract/config.ts';
import { FIRST_PAGE_SIZE, listPhotos } from '#contract/photos.ts';
import { listReviews } from '#contract/reviews.ts';
import { cacheKeysByEncoding } from '#platform/http/compression.ts';
import type { CacheScope } from '#platform/http/tuning/response-cache.ts';
import { knownParameters } from './route.ts';

const PREFIX = '/api';
/** The requests of our own pages. Requests with other parameter values are not cached. */
const addresses = [
  getConfig.path,
  listReviews.path,
  listPhotos.path,
  `${listPhotos.path}?limit=${FIRST_PAGE_SIZE}`,
].map((path) => PREFIX + path);

const parametersOf = new Map(
  [getConfig, listReviews, listPhotos].map((list) => [PREFIX + list.path, knownParameters(list)]),
);

/**
 * Returns the URL with only the parameters that the route reads, in one order and with the first value of each,
 * so that unknown parameters cannot bypass the cache.
 * URLs with unprintable characters or a fragment are not cached, so that cache and route always read the same.
 */
function canonicalAddress(url: string): string | undefined {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  const known = parametersOf.get(path);
  if (!known || query === undefined) return known && path;
  if (!/^[!"$-~]*$/.test(query)) return undefined;
  const sent = new URLSearchParams(query);
  const read = known.filter((name) => sent.has(name)).map((name) => `${name}=${sent.get(name)}`);
  return read.length > 0 ? `${path}?${read.join('&')}` : path;
}

export type PublicListCache = {
  /** Whether a request for this URL refreshes a cached list. */
  has(url: string): boolean;
  place: CacheScope;
  /** Invalidates all cached lists. */
  changed(): void;
};

/**
 * Creates the cache of public lists. Changes in this process are visible immediately, changes in other
 * processes after 200 ms.
 */
export function createPublicListCache(): PublicListCache {
  let generation = 0;
  let name = cacheKeysByEncoding(addresses);
  return {
    has: (url) => addresses.includes(canonicalAddress(url) ?? ''),
    place: {
      prefix: `${PREFIX}/`,
      freshMs: 200,
      name(url, header) {
        const known = name(url, header);
        const canonical = known ?? canonicalAddress(url);
        return known ?? (canonical === undefined ? undefined : name(canonical, header));
      },
    },
    changed() {
      generation += 1;
      name = cacheKeysByEncoding(addresses, `${generation} `);
    },
  };
}
