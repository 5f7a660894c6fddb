import * as centers from '#contract/centers.ts';
import { getConfig } from '#contract/config.ts';
import { utcDay } from '#contract/days.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getOpenApi } from '#contract/open-api.ts';
import { FIRST_PAGE_SIZE, listPhotos } from '#contract/photos.ts';
import { listReviews } from '#contract/reviews.ts';
import { acceptedEncoding, cacheKeysByEncoding } from '#platform/http/compression.ts';
import type { CacheScope } from '#platform/http/tuning/response-cache.ts';
import { type Clock, days, seconds } from '#platform/time.ts';
import { knownParameters } from './route.ts';

const PREFIX = '/api';
/** The requests of our own pages that are the same every day. */
const pageUrls = [
  getConfig.path,
  listReviews.path,
  listPhotos.path,
  `${listPhotos.path}?limit=${FIRST_PAGE_SIZE}`,
  centers.listCenters.path,
].map((path) => PREFIX + path);

const lists = [getConfig, getOpenApi, listReviews, listPhotos, centers.listCenters, centers.listCenterDays];

/**
 * Returns the URL of an endpoint with only the parameters that its route reads, in one order and with the first value of
 * each, so that unknown parameters cannot bypass the cache. URLs with other characters than our parameters have are not
 * cached, so that cache and route always read the same.
 */
function canonicalUrl(endpoints: readonly Endpoint[]): (url: string) => string | undefined {
  const routes = endpoints.map((endpoint) => ({
    parts: `${PREFIX}${endpoint.path}`.split('/'),
    names: knownParameters(endpoint),
  }));
  return (url) => {
    const [path = '', query] = url.split(/\?(.*)/s, 2);
    const sentParts = path.split('/');
    const route = routes.find(
      ({ parts }) =>
        parts.length === sentParts.length &&
        parts.every((part, n) => (part.startsWith(':') ? isId(sentParts[n]) : part === sentParts[n])),
    );
    if (!route || query === undefined) return route && path;
    if (!/^[!"$-~]*$/.test(query)) return undefined;
    // Without this `?`, one at the start of the query would be left out.
    const sent = new URLSearchParams(`?${query}`);
    // The route refuses it.
    if (route.names.some((name) => sent.getAll(name).length > 1)) return undefined;
    const used = route.names.filter((name) => sent.has(name)).map((name) => `${name}=${sent.get(name)}`);
    if (!used.every((each) => /^\w+=[\w-]+$/.test(each))) return undefined;
    return used.length > 0 ? `${path}?${used.join('&')}` : path;
  };
}

const isId = (part = ''): boolean => /^[\w-]{1,64}$/.test(part);

const canonicalList = canonicalUrl(lists);
const canonicalCalendar = canonicalUrl([centers.getCenterCalendar]);

/** Whether a URL asks for the days that our own pages show. */
function asksForNextDays(url: string, now: number): boolean {
  const [, from, to] = /\/days\?from=(\d{4}-\d\d-\d\d)&to=(\d{4}-\d\d-\d\d)$/.exec(url) ?? [];
  if (!from) return false;
  const starts = [-1, 0, 1].map((offset) => now + days(offset));
  return starts.some((start) => from === utcDay(start) && to === utcDay(start + days(centers.MAX_DAYS - 1)));
}

export type PublicCache = {
  /** Whether our own pages request this URL. */
  isOfPages(url: string): boolean;
  scopes: CacheScope[];
  /** Invalidates all lists, or only the days of centers. */
  invalidate(kind: 'lists' | 'days'): void;
};

const LIST_TTL_MS = 200;
const CENTER_TTL_MS = seconds(1);

/**
 * Creates the cache of public reads. Changes in this process are visible immediately, changes in other processes after
 * 200 ms. So are changes of days that follow another one: days are slow to read, and each booking changes them. The pages
 * and files of centers may be a second old.
 * @param bases prefixes of the languages, such as `/bn`
 */
export function createPublicCache(clock: Clock, bases: readonly string[]): PublicCache {
  let generation = 0;
  let daysChangedAt = Number.NEGATIVE_INFINITY;
  let name = cacheKeysByEncoding(pageUrls, '0 ');

  const keyOf = (canonical: (url: string) => string | undefined, url: string, header: HeaderReader) => {
    const found = canonical(url);
    return found === undefined ? undefined : `${found} ${generation} ${encodingOf(header)}`;
  };

  const listScope: CacheScope = {
    prefix: `${PREFIX}/`,
    ttlMs: LIST_TTL_MS,
    // With a new key, all requests would wait for the days. With this, one does.
    changedAt: (key) => (key.includes('/days?') ? daysChangedAt : Number.NEGATIVE_INFINITY),
    key: (url, header) => name(url, header) ?? keyOf(canonicalList, url, header),
  };
  const calendarScope: CacheScope = {
    prefix: `${PREFIX}/centers/`,
    ttlMs: CENTER_TTL_MS,
    key: (url, header) => keyOf(canonicalCalendar, url, header),
  };
  const pageScope = (base: string): CacheScope => ({
    prefix: `${base}/centers/`,
    ttlMs: CENTER_TTL_MS,
    key(url, header) {
      const [path = ''] = url.split('?', 1);
      if (!/^[\w.$-]{1,80}$/.test(path.slice(`${base}/centers/`.length))) return undefined;
      return `${path} ${encodingOf(header)}`;
    },
  });

  return {
    isOfPages: (url) => pageUrls.includes(canonicalList(url) ?? '') || asksForNextDays(url, clock()),
    scopes: [listScope, calendarScope, ...bases.map(pageScope)],
    invalidate(kind) {
      if (kind === 'days') {
        if (Math.abs(clock() - daysChangedAt) >= LIST_TTL_MS) daysChangedAt = clock();
        return;
      }
      generation += 1;
      name = cacheKeysByEncoding(pageUrls, `${generation} `);
    },
  };
}

type HeaderReader = (name: string) => string | undefined;

const encodingOf = (header: HeaderReader): string => acceptedEncoding(header('accept-encoding')) ?? '';
