import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../time.ts';
import { matchesEtag } from '../compression.ts';
import type { Metrics } from '../metrics.ts';
import { readRequestId } from '../security-headers.ts';

const MB = 1024 * 1024;
/** About 4,000 thumbnails, which a machine with 512 MB can spare. Memory is used only as responses are cached. */
const DEFAULT_MAX_BYTES = 32 * MB;
/** A large picture is requested by few clients at a time and would evict a hundred small ones. */
const MAX_ENTRY_BYTES = MB / 2;
/** Memory per entry in addition to its body: key, headers, list node. */
const ENTRY_OVERHEAD_BYTES = 2048;

/** A part of the site whose responses may be cached. */
export type CacheScope = {
  /** Prefix of its addresses: `/images/`. */
  prefix: string;
  /**
   * Returns one key for all requests that get the same response, from the address as sent (with its query string) and
   * the headers; undefined for requests that are not cached. The key begins with the prefix. The number of keys must
   * be limited, because clients choose what they send.
   */
  key(url: string, header: (name: string) => string | undefined): string | undefined;
  /** A cached response is fresh for this time, in ms. */
  ttlMs: number;
  /** When the response may last have changed, in ms: a cached one that is not newer is stale. */
  changedAt?: (key: string) => number;
  /**
   * Returns whether the stale response with that key is still valid. If absent, the first request after the TTL goes to
   * the app and the others get the stale response until then, or for as long as the app fails (5xx).
   */
  isStillValid?: ((key: string) => Promise<boolean>) | undefined;
};

/** Handles a request or calls `next`. */
export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

const cacheableBodies = new WeakMap<Context, Uint8Array>();

/**
 * Declares that a route's response is the same for every request with its cache key. Only a 200 with an ETag, without
 * cookies and with a cacheable Cache-Control is stored. `body` is stored without a copy and must not change afterwards.
 */
export function cacheResponse(c: Context, body: Uint8Array): void {
  cacheableBodies.set(c, body);
}

type Entry = {
  body: Uint8Array;
  etag: string;
  /** Alternating names and values; the last one is the request id, which is set for each response. */
  headers: string[];
  notModified: string[];
  /** When the response was last known to be valid, in ms. */
  validatedAt: number;
  validation?: Promise<boolean> | undefined;
};

/** Caches popular responses in memory as bytes and sends them without routing. */
export function createResponseCache(options: {
  scopes: readonly CacheScope[];
  clock: Clock;
  count: Metrics['countCached'];
  /** Returns whether the request id that the sender supplies is used. */
  trustsSender?: (incoming: IncomingMessage) => boolean;
  maxBytes?: number;
}) {
  const { scopes, clock, count, maxBytes = DEFAULT_MAX_BYTES, trustsSender = () => true } = options;
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ body }) => body.byteLength + ENTRY_OVERHEAD_BYTES,
  });

  function find(incoming: IncomingMessage) {
    const { url = '', method } = incoming;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    for (const scope of scopes) {
      if (!url.startsWith(scope.prefix)) continue;
      const key = scope.key(url, (header) => headerOf(incoming, header));
      return key === undefined ? undefined : { scope, key };
    }
    return undefined;
  }

  /** Validates an entry once for all concurrent requests. If validation fails, keeps it but returns false. */
  function validate(
    isStillValid: NonNullable<CacheScope['isStillValid']>,
    key: string,
    entry: Entry,
  ): Promise<boolean> {
    const startedAt = clock();
    entry.validation ??= isStillValid(key)
      .then((isValid) => {
        if (isValid) entry.validatedAt = startedAt;
        else if (entries.peek(key) === entry) entries.delete(key);
        return isValid;
      })
      .catch(() => false)
      .finally(() => {
        entry.validation = undefined;
      });
    return entry.validation;
  }

  return {
    /** Outermost middleware: stores cacheable responses with the headers that all other middleware has added. */
    store: (async (c, next) => {
      const startedAt = clock();
      const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
      // Compute the key before the route reads its data: a later change of the data also changes the key.
      const match = incoming && find(incoming);
      await next();
      const stale = match && !match.scope.isStillValid && c.res.status >= 500 && entries.get(match.key);
      if (stale) return respondWithStale(c, stale);
      const body = cacheableBodies.get(c);
      if (match && body && isCacheable(c.res))
        entries.set(match.key, createEntry(body, c.res.headers, startedAt));
    }) satisfies MiddlewareHandler,
    /** Runs before the app: responds from the cache or calls `next`. */
    handle: ((incoming, outgoing, next) => {
      const match = find(incoming);
      const entry = match && entries.get(match.key);
      if (!entry) return next();
      const respond = () => {
        const sentId = headerOf(incoming, 'x-request-id');
        const id = readRequestId(sentId && trustsSender(incoming) ? sentId : undefined);
        count(match.scope.prefix, incoming.method as string, send(incoming, outgoing, entry, id));
      };
      const age = clock() - entry.validatedAt;
      // A negative age means that the clock was set back: the entry is stale.
      const { ttlMs, isStillValid, changedAt } = match.scope;
      const isChanged = changedAt !== undefined && entry.validatedAt <= changedAt(match.key);
      if (age >= 0 && age < ttlMs && !isChanged) return respond();
      if (!isStillValid) {
        entry.validatedAt = clock();
        return next();
      }
      void validate(isStillValid, match.key, entry).then((isValid) => (isValid ? respond() : next()));
    }) satisfies RequestHandler,
  };
}

/** Replaces a failed response with the cached one. The request id stays. */
function respondWithStale(c: Context, { body, headers }: Entry): void {
  const response = new Response(new Uint8Array(body));
  for (let index = 0; index < headers.length; index += 2)
    response.headers.append(headers[index] ?? '', headers[index + 1] ?? '');
  response.headers.set('x-request-id', c.res.headers.get('x-request-id') ?? '');
  // Hono merges the headers of the previous response unless it is cleared first.
  c.res = undefined;
  c.res = response;
}

function isCacheable({ status, headers }: Response): boolean {
  const cacheControl = headers.get('cache-control');
  const isShared = cacheControl !== null && !/\b(private|no-store)\b/.test(cacheControl);
  return status === 200 && isShared && headers.has('etag') && !headers.has('set-cookie');
}

/** Headers that describe the body and are left out of a 304. */
const bodyHeaders = /^content-(type|disposition|encoding|language)$/;

function createEntry(body: Uint8Array, responseHeaders: Headers, validatedAt: number): Entry {
  const headers = [...responseHeaders].filter(
    ([name]) => name !== 'x-request-id' && name !== 'content-length',
  );
  const length = ['content-length', String(body.byteLength)];
  return {
    body,
    etag: responseHeaders.get('etag') ?? '',
    headers: [...headers.flat(), ...length, 'x-request-id', ''],
    notModified: [...headers.filter(([name]) => !bodyHeaders.test(name)).flat(), 'x-request-id', ''],
    validatedAt,
  };
}

/** Sends a cached response and returns its status. */
function send(incoming: IncomingMessage, outgoing: ServerResponse, entry: Entry, id: string): number {
  const status = matchesEtag(headerOf(incoming, 'if-none-match'), entry.etag) ? 304 : 200;
  const headers = status === 304 ? entry.notModified : entry.headers;
  // writeHead serializes the array before it returns, so the array can be reused.
  headers[headers.length - 1] = id;
  outgoing.writeHead(status, headers);
  outgoing.end(status === 304 || incoming.method === 'HEAD' ? undefined : entry.body);
  return status;
}

const headerOf = (incoming: IncomingMessage, name: string) => incoming.headers[name] as string | undefined;
