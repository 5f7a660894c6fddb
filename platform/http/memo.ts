import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../time.ts';
import { matchesEtag } from './compression.ts';
import type { Metrics } from './metrics.ts';
import { readRequestId } from './security-headers.ts';

const MB = 1024 * 1024;
/**
 * Enough for about 4,000 thumbnails, and affordable on a machine with 512 MB. Memory is used only as
 * responses are stored.
 */
const DEFAULT_MAX_BYTES = 32 * MB;
/** The slots of a center with 300 arrival times a day take 4.5 MB without compression. */
const MAX_BODY_BYTES = 8 * MB;
/** Memory per entry in addition to its body: key, headers, list node. */
const ENTRY_OVERHEAD_BYTES = 2048;
/** Maximum number of requests whose key is cached, and their maximum length in characters, for about 4 MB. */
const MAX_KNOWN = 4000;
const MAX_KNOWN_LENGTH = 500;

/** A part of the site whose responses are the same for everyone. */
export type MemoScope = {
  /** Prefix of the scope's addresses, such as `/images/`. */
  prefix: string;
  /**
   * Returns a key that all requests with the same response share, from the URL (decoded path, query string as
   * sent) and the headers Accept and Accept-Encoding. Returns undefined for requests that are not stored.
   */
  key(url: string, header: (name: 'accept' | 'accept-encoding') => string | undefined): string | undefined;
  /** Returns the version of the content that the response shows. If absent, the response never changes. */
  version?: (key: string) => string | Promise<string>;
  /** For how many ms an entry is sent without reading its version. Default: 0. */
  checkEveryMs?: number;
};

/** Handles a request or calls `next`. */
export type RequestHandler = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;

type Declared = { body: Uint8Array; bodyHeaders: Record<string, string> | undefined };
const declared = new WeakMap<Context, Declared>();

/**
 * Declares that a route's response is the same for every request with its key. The memo stores only a 200
 * with an ETag and a public Cache-Control, without cookies. With `bodyHeaders`, which describe the body, it
 * stores a 304 as well, as a 200 with `body`. `body` is not copied and must not change afterwards.
 */
export function memoize(c: Context, body: Uint8Array, bodyHeaders?: Record<string, string>): void {
  declared.set(c, { body, bodyHeaders });
}

/** The scope of a request, and its key. */
type Match = { scope: MemoScope; key: string };

type Entry = {
  body: Uint8Array;
  etag: string;
  /** Alternating names and values. The last value is the request id, which is set for each response. */
  headers: string[];
  notModified: string[];
  version: string;
  /** When the version was last read, in ms. */
  checkedAt: number;
  /** Number of the request that computed this entry. */
  order: number;
};

/** A request that computes an entry. */
type Computation = { key: string; version: string; checkedAt: number; order: number; end(): void };

/** Decodes a URL's path as the router does, so that `%2D` and `-` share an entry. */
function decodePath(url: string): string {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  try {
    const decoded = decodeURI(path);
    return query === undefined ? decoded : `${decoded}?${query}`;
  } catch {
    return url;
  }
}

/** Keeps public responses in memory as bytes, by key and version, and sends them without routing. */
export function createMemo(options: {
  scopes: readonly MemoScope[];
  clock: Clock;
  count: Metrics['countCached'];
  /** Returns whether the request id that the sender supplies is used. */
  trustsSender?: (incoming: IncomingMessage) => boolean;
  maxBytes?: number;
}) {
  const { scopes, clock, count, maxBytes = DEFAULT_MAX_BYTES, trustsSender = () => true } = options;
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: MAX_BODY_BYTES + ENTRY_OVERHEAD_BYTES,
    sizeCalculation: ({ body }) => body.byteLength + ENTRY_OVERHEAD_BYTES,
  });
  /** Caches keys by request, because finding one takes longer than sending a stored response. */
  const known = new LRUCache<string, Match>({ max: MAX_KNOWN });
  /**
   * Requests that are computing an entry. `ends`: promises that resolve when they end, keyed by the entry's
   * key and version.
   */
  const computations = new WeakMap<IncomingMessage, Computation>();
  const ends = new Map<string, Promise<void>>();
  let order = 0;

  function find(incoming: IncomingMessage): Match | undefined {
    const { method, url = '', headers } = incoming;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    // A line break separates the parts, because no header contains one.
    const sent = `${url}\n${headers.accept}\n${headers['accept-encoding']}`;
    const match = known.get(sent);
    if (match) return match;
    const found = findMatch(decodePath(url), incoming);
    if (found && sent.length <= MAX_KNOWN_LENGTH) known.set(sent, found);
    return found;
  }

  function findMatch(url: string, incoming: IncomingMessage): Match | undefined {
    for (const scope of scopes) {
      if (!url.startsWith(scope.prefix)) continue;
      const key = scope.key(url, (header) => headerOf(incoming, header));
      if (key !== undefined) return { scope, key };
    }
    return undefined;
  }

  /** Lets other requests with this key and version wait until `store` has the response. */
  function startComputing(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    found: Pick<Computation, 'key' | 'version' | 'checkedAt'>,
  ): void {
    const name = `${found.key} ${found.version}`;
    const { promise, resolve } = Promise.withResolvers<void>();
    ends.set(name, promise);
    order += 1;
    const end = () => {
      if (ends.get(name) === promise) ends.delete(name);
      resolve();
    };
    computations.set(incoming, { ...found, order, end });
    // Covers a request that never reached `store`, for example because it was rejected or its client
    // disconnected.
    outgoing.once('close', () => take(incoming)?.end());
  }

  function take(incoming: IncomingMessage): Computation | undefined {
    const computation = computations.get(incoming);
    computations.delete(incoming);
    return computation;
  }

  const handle: RequestHandler = (incoming, outgoing, next) => {
    const match = find(incoming);
    if (!match) return next();
    const { key, scope } = match;
    const checkedAt = clock();
    const respond = (entry: Entry) => {
      const sentId = headerOf(incoming, 'x-request-id');
      const id = readRequestId(sentId && trustsSender(incoming) ? sentId : undefined);
      count(scope.prefix, incoming.method as string, send(incoming, outgoing, entry, id));
    };
    const respondOrCompute = (version: string) => {
      const entry = entries.get(key);
      if (entry?.version === version) {
        entry.checkedAt = checkedAt;
        return respond(entry);
      }
      const computed = ends.get(`${key} ${version}`);
      if (!computed) {
        startComputing(incoming, outgoing, { key, version, checkedAt });
        return next();
      }
      void computed.then(() => {
        // If the computation failed, an older entry may still be stored.
        const latest = entries.get(key);
        return latest ? respond(latest) : next();
      });
    };
    const entry = entries.get(key);
    const age = entry ? checkedAt - entry.checkedAt : -1;
    // A negative age means that the clock was set back.
    if (entry && age >= 0 && age < (scope.checkEveryMs ?? 0)) return respond(entry);
    const version = scope.version?.(key) ?? '';
    if (typeof version === 'string') return respondOrCompute(version);
    void version.then(respondOrCompute, next);
  };

  return {
    /** Outermost middleware, which stores responses with the headers that all other middleware has added. */
    store: (async (c, next) => {
      const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
      const computation = incoming && take(incoming);
      if (!computation) return next();
      try {
        await next();
        const { key } = computation;
        const stored = entries.peek(key);
        if (stored && (c.res.status >= 500 || c.res.status === 429)) return respondWithStored(c, stored);
        const entry = createEntry(declared.get(c), c.res, computation);
        if (stored && stored.order > computation.order) return;
        if (entry) entries.set(key, entry);
        else entries.delete(key);
      } finally {
        computation.end();
      }
    }) satisfies MiddlewareHandler,
    /** Runs before the app, and responds from memory or calls `next`. */
    handle,
    /** Returns whether this request computes a newer version of a stored response. */
    isRenewal(incoming: IncomingMessage): boolean {
      const key = computations.get(incoming)?.key;
      return key !== undefined && entries.has(key);
    },
  };
}

/** Replaces a failed response with the stored one. Keeps the request id. */
function respondWithStored(c: Context, { body, headers }: Entry): void {
  const response = new Response(new Uint8Array(body));
  for (let index = 0; index < headers.length; index += 2)
    response.headers.append(headers[index] ?? '', headers[index + 1] ?? '');
  response.headers.set('x-request-id', c.res.headers.get('x-request-id') ?? '');
  // Hono merges the headers of the previous response unless it is cleared first.
  c.res = undefined;
  c.res = response;
}

/** Returns whether a header describes the body. A 304 excludes these headers. */
const isBodyHeader = (name: string): boolean => /^content-(type|disposition|encoding|language)$/.test(name);

/** Returns undefined if the response must not be stored. */
function createEntry(
  found: Declared | undefined,
  { status, headers: sent }: Response,
  { version, checkedAt, order }: Computation,
): Entry | undefined {
  const cacheControl = sent.get('cache-control');
  const isPublic = cacheControl !== null && !/\b(private|no-store)\b/.test(cacheControl);
  const hasBody = status === 200 || (status === 304 && found?.bodyHeaders !== undefined);
  if (!found || !isPublic || !hasBody || !sent.has('etag') || sent.has('set-cookie')) return undefined;
  const { body, bodyHeaders = {} } = found;
  const names = new Set(['x-request-id', 'content-length', ...Object.keys(bodyHeaders)]);
  const headers = [...[...sent].filter(([name]) => !names.has(name)), ...Object.entries(bodyHeaders)];
  const length = ['content-length', String(body.byteLength)];
  return {
    body,
    etag: sent.get('etag') ?? '',
    headers: [...headers.flat(), ...length, 'x-request-id', ''],
    notModified: [...headers.filter(([name]) => !isBodyHeader(name)).flat(), 'x-request-id', ''],
    version,
    checkedAt,
    order,
  };
}

/** Sends an entry, or 304 if the client has it, and returns the status. */
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
