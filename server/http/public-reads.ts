import { listBloodRequests } from '#contract/blood-requests.ts';
import * as centers from '#contract/centers.ts';
import { getConfig } from '#contract/config.ts';
import { getSite } from '#contract/content-endpoints.ts';
import { listDistricts } from '#contract/districts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { listNeeds } from '#contract/needs.ts';
import { getOpenApi } from '#contract/open-api.ts';
import { listPhotos } from '#contract/photos.ts';
import { listReviews } from '#contract/reviews.ts';
import type { ListVersions } from '#platform/database/list-versions.ts';
import { acceptedEncoding } from '#platform/http/compression.ts';
import type { MemoScope } from '#platform/http/memo.ts';
import { knownParameters } from './route.ts';

const PREFIX = '/api';
const routes = [
  ...[getConfig, getOpenApi, listReviews, listPhotos, centers.listCenters],
  ...[centers.listNextDays, centers.listCenterDays, centers.getCenterCalendar, getSite],
  ...[listBloodRequests, listNeeds, listDistricts],
].map((endpoint: Endpoint) => ({
  parts: `${PREFIX}${endpoint.path}`.split('/'),
  names: knownParameters(endpoint),
}));

/** The list that a response depends on, keyed by the beginning of its path. Other responses never change. */
const listOf: [path: string, list: string][] = [
  [PREFIX + listReviews.path, 'reviews'],
  [PREFIX + listPhotos.path, 'photos'],
  [PREFIX + centers.listCenters.path, 'centers'],
  [PREFIX + listBloodRequests.path, 'requests'],
  [PREFIX + listNeeds.path, 'needs'],
  [PREFIX + listDistricts.path, 'content'],
  [PREFIX + getSite.path, 'content'],
  // Its title is the site's name.
  [PREFIX + getOpenApi.path, 'content'],
];

function findRoute(path: string) {
  const sent = path.split('/');
  return routes.find(
    ({ parts }) =>
      parts.length === sent.length &&
      parts.every((part, n) => (part.startsWith(':') ? isId(sent[n]) : part === sent[n])),
  );
}

/**
 * Returns the memo's key, which is the URL with only its route's parameters, in a fixed order, so that
 * unknown parameters cannot bypass the memo. Returns undefined, so that the response is not stored, for an
 * unknown route, and for a parameter that is repeated or has characters that the route might read
 * differently.
 */
function canonicalUrl(url: string): string | undefined {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  const route = findRoute(path);
  if (!route || query === undefined) return route && path;
  if (!/^[!"$-~]*$/.test(query)) return undefined;
  // Add a `?`, because URLSearchParams discards a leading one, which would belong to the query.
  const sent = new URLSearchParams(`?${query}`);
  // The route rejects a repeated parameter.
  if (route.names.some((name) => sent.getAll(name).length > 1)) return undefined;
  const used = route.names.filter((name) => sent.has(name)).map((name) => `${name}=${sent.get(name)}`);
  if (!used.every((parameter) => /^\w+=[\w-]+$/.test(parameter))) return undefined;
  return used.length > 0 ? `${path}?${used.join('&')}` : path;
}

const isId = (part = ''): boolean => /^[\w-]{1,64}$/.test(part);

/**
 * Returns the memo scopes of the responses that are the same for everyone. A list's version changes with
 * every write to it.
 */
export function createPublicReadScopes(versions: Pick<ListVersions, 'current' | 'currentRows'>): MemoScope[] {
  const api: MemoScope = {
    prefix: `${PREFIX}/`,
    key: (url, header) => withEncoding(canonicalUrl(url), header),
    version(key) {
      const [, list] = listOf.find(([path]) => key.startsWith(path)) ?? [];
      if (list === 'content') return versions.currentRows(list);
      return list ? versions.current(list) : '';
    },
  };
  const schedulingLinks: MemoScope = {
    prefix: '/centers/',
    key(url, header) {
      const [path = ''] = url.split('?', 1);
      return withEncoding(
        /^\/centers\/(\$bulk-publish|[\w-]+\.ndjson)$/.test(path) ? path : undefined,
        header,
      );
    },
    version: () => versions.current('centers'),
  };
  return [api, schedulingLinks];
}

const withEncoding = (
  path: string | undefined,
  header: Parameters<MemoScope['key']>[1],
): string | undefined => path && `${path} ${acceptedEncoding(header('accept-encoding')) ?? ''}`;
