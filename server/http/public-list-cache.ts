import { getConfig } from '#contract/config.ts';
import { FIRST_PAGE_SIZE, listPhotos } from '#contract/photos.ts';
import { listReviews } from '#contract/reviews.ts';
import { cacheKeysByEncoding } from '#platform/http/compression.ts';
import type { CacheScope } from '#platform/http/tuning/response-cache.ts';
import { knownParameters } from './route.ts';

const PREFIX = '/api';
/** What our own pages request; other values of the parameters that a stranger can vary are not kept. */
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
 * The address with the parameters that the route reads, in one order, the first value of each as the route takes it:
 * a parameter that nobody reads must not lead past the cache. Unprintable characters and fragments are left to the
 * route, so that both always read the same.
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
  /** Whether a request for this address renews a list for everybody. */
  has(url: string): boolean;
  place: CacheScope;
  /** From now on nothing is given that was looked up before. */
  changed(): void;
};

/** The public lists. What this process has changed is seen at once, what another one has changed a moment later. */
export function createPublicListCache(): PublicListCache {
  let generation = 0;
  let name = cacheKeysByEncoding(addresses);
  return {
    has: (url) => addresses.includes(canonicalAddress(url) ?? ''),
    place: {
      prefix: `${PREFIX}/`,
      ttlMs: 200,
      key(url, header) {
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
