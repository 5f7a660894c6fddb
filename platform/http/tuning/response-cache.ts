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
/** The slots of a center with 300 arrival times a day are 4.5 MB without compression. */
const MAX_COMPUTED_BYTES = 8 * MB;
/** Memory per entry in addition to its body: key, headers, list node. */
const ENTRY_OVERHEAD_BYTES = 2048;

/** A part of the site whose responses may be cached. */
export type CacheScope = {
  /** Prefix of its addresses: `/images/`. */
  prefix: string;
  /**
   * Returns one key for all requests that get the same response, from the address (the path decoded, the query string as
   * sent) and the headers; undefined for requests that are not cached. The key begins with the prefix.
   */
  key(url: string, header: (name: string) => string | undefined): string | undefined;
  /** A cached response is fresh for this time, in ms. */
  ttlMs: number;
  /** When the response may last have changed, in ms: a cached one that is not newer is stale. */
  changedAt?: (key: string) => number;
  /**
   * Returns whether the stale response with that key is still valid. If absent, responses are computed: the first request
   * for a key goes to the app, and the others wait for its response; after the TTL they get the stale one until then, or
   * for as long as the app fails (5xx) or the client of the first request has reached a limit (429).
   */
  isStillValid?: ((key: string) => Promise<boolean>) | undefined;
};

/** Handles a request or calls `next`. */
export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

type Cacheable = { body: Uint8Array; bodyHeaders: Record<string, string> | undefined };
const cacheable = new WeakMap<Context, Cacheable>();

/**
 * Declares that a route's response is the same for every request with its cache key. Only a 200 with an ETag, without
 * cookies and with a cacheable Cache-Control is stored. `body` is stored without a copy and must not change afterwards.
 * With `bodyHeaders`, which describe the body, a 304 is stored as the 200 that it stands for.
 */
export function cacheResponse(c: Context, body: Uint8Array, bodyHeaders?: Record<string, string>): void {
  cacheable.set(c, { body, bodyHeaders });
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

/** Decodes the path of an address as the router does, so that `%2D` gets what is cached for `-`. */
function decodePath(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  if (!path.includes('%')) return url;
  try {
    const decoded = decodeURI(path);
    return query === undefined ? decoded : `${decoded}?${query}`;
  } catch {
    return url;
  }
}

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
    maxEntrySize: MAX_COMPUTED_BYTES + ENTRY_OVERHEAD_BYTES,
    sizeCalculation: ({ body }) => body.byteLength + ENTRY_OVERHEAD_BYTES,
  });

  function find(incoming: IncomingMessage) {
    const { method } = incoming;
    const url = decodePath(incoming.url ?? '');
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    for (const scope of scopes) {
      if (!url.startsWith(scope.prefix)) continue;
      const key = scope.key(url, (header) => headerOf(incoming, header));
      if (key !== undefined) return { scope, key };
    }
    return undefined;
  }

  /** Responses that a request is computing, by key, and how each of these requests ends. */
  const computing = new Map<string, Promise<void>>();
  const endings = new WeakMap<IncomingMessage, () => void>();

  /** Lets other requests with the key wait for this one, until `store` has its response or it ends before that. */
  function startComputing(key: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    computing.set(key, promise);
    endings.set(incoming, () => {
      if (computing.get(key) === promise) computing.delete(key);
      resolve();
    });
    // Once the app works on it, it goes on although the client has left.
    outgoing.once('close', () => takeEnding(incoming)?.());
  }

  function takeEnding(incoming: IncomingMessage): (() => void) | undefined {
    const end = endings.get(incoming);
    endings.delete(incoming);
    return end;
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

  const handle: RequestHandler = (incoming, outgoing, next) => {
    const match = find(incoming);
    if (!match) return next();
    const { scope, key } = match;
    const respond = (entry: Entry) => {
      const sentId = headerOf(incoming, 'x-request-id');
      const id = readRequestId(sentId && trustsSender(incoming) ? sentId : undefined);
      count(scope.prefix, incoming.method as string, send(incoming, outgoing, entry, id));
    };
    const compute = () => {
      if (!scope.isStillValid) startComputing(key, incoming, outgoing);
      next();
    };
    const entry = entries.get(key);
    if (!entry) {
      const first = computing.get(key);
      if (!first) return compute();
      void first.then(() => {
        // The response may be older than a change, or have a new key. Without one, all that waited go to the app.
        const current = find(incoming)?.key;
        return current !== key || entries.has(key) ? handle(incoming, outgoing, next) : next();
      });
      return;
    }
    const age = clock() - entry.validatedAt;
    // A negative age means that the clock was set back: the entry is stale.
    const { ttlMs, isStillValid, changedAt } = scope;
    const isChanged = changedAt !== undefined && entry.validatedAt <= changedAt(key);
    if (age >= 0 && age < ttlMs && !isChanged) return respond(entry);
    if (!isStillValid) {
      // Another request may have begun before the change.
      if (computing.has(key) && !isChanged) return respond(entry);
      entry.validatedAt = clock();
      return compute();
    }
    void validate(isStillValid, key, entry).then((isValid) => (isValid ? respond(entry) : next()));
  };

  return {
    /** Outermost middleware: stores cacheable responses with the headers that all other middleware has added. */
    store: (async (c, next) => {
      const startedAt = clock();
      const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
      const end = incoming && takeEnding(incoming);
      // Compute the key before the route reads its data: a later change of the data also changes the key.
      const match = incoming && find(incoming);
      try {
        await next();
        const hasFailed = c.res.status >= 500 || c.res.status === 429;
        const stale = match && !match.scope.isStillValid && hasFailed && entries.get(match.key);
        // Only this client has reached its limit: the next one computes the response.
        if (stale && c.res.status === 429) stale.validatedAt = Number.NEGATIVE_INFINITY;
        if (stale) return respondWithStale(c, stale);
        const entry = match && createEntry(cacheable.get(c), c.res, startedAt);
        const maxBytes = match?.scope.isStillValid ? MAX_ENTRY_BYTES : MAX_COMPUTED_BYTES;
        if (entry && entry.body.byteLength <= maxBytes) entries.set(match.key, entry);
      } finally {
        end?.();
      }
    }) satisfies MiddlewareHandler,
    /** Runs before the app: responds from the cache or calls `next`. */
    handle,
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

/** Headers that describe the body and are left out of a 304. */
const isBodyHeader = (name: string): boolean => /^content-(type|disposition|encoding|language)$/.test(name);

/** Returns undefined if the response is not cacheable. */
function createEntry(
  declared: Cacheable | undefined,
  { status, headers: sent }: Response,
  validatedAt: number,
): Entry | undefined {
  const cacheControl = sent.get('cache-control');
  const isShared = cacheControl !== null && !/\b(private|no-store)\b/.test(cacheControl);
  const hasBody = status === 200 || (status === 304 && declared?.bodyHeaders !== undefined);
  if (!declared || !isShared || !hasBody || !sent.has('etag') || sent.has('set-cookie')) return undefined;
  const { body, bodyHeaders = {} } = declared;
  const names = new Set(['x-request-id', 'content-length', ...Object.keys(bodyHeaders)]);
  const headers = [...[...sent].filter(([name]) => !names.has(name)), ...Object.entries(bodyHeaders)];
  const length = ['content-length', String(body.byteLength)];
  return {
    body,
    etag: sent.get('etag') ?? '',
    headers: [...headers.flat(), ...length, 'x-request-id', ''],
    notModified: [...headers.filter(([name]) => !isBodyHeader(name)).flat(), 'x-request-id', ''],
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
