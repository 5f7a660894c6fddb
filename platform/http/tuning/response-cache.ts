import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../time.ts';
import { matchesEtag } from '../compression.ts';
import type { Metrics } from '../metrics.ts';
import { readRequestId } from '../security-headers.ts';

const MB = 1024 * 1024;
/** Some 4,000 thumbnails; a machine with half a gigabyte can spare it. Nothing is held before it is asked for. */
const MOST_BYTES = 32 * MB;
/** A large picture is asked for once by a few; in here it would push out a hundred small ones. */
const MOST_BYTES_OF_ONE = MB / 2;
/** What an entry takes beside its body: names, headers, the list itself. */
const OVERHEAD = 2048;

/** A part of the site whose answers may be kept hot. */
export type CacheScope = {
  /** What its addresses begin with: `/images/`. */
  prefix: string;
  /**
   * One name for all requests that get the same answer, from the address as it was sent (query included) and the
   * headers; undefined when this one is to be routed. It begins with the prefix. Names must be few: a stranger chooses
   * what is sent.
   */
  name(url: string, header: (name: string) => string | undefined): string | undefined;
  /** For so long an answer is taken to be right, in ms. */
  freshMs: number;
  /**
   * Whether the kept answer of that name is still the right one; asked when that time has passed. Absent: the first
   * request after that time is routed, the others get what is kept until that one has been answered. While it fails
   * (5xx) what is kept is given on.
   */
  stillTrue?: ((name: string) => Promise<boolean>) | undefined;
};

export type RequestHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  otherwise: () => void,
) => void;

const offered = new WeakMap<Context, Uint8Array>();

/**
 * A route's word that its answer is the same for everybody who asks under that name. Only a 200 that has an
 * ETag, sets no cookie and that caches may keep is really kept. `body` is kept as it is: it may not change afterwards.
 */
export function cacheResponse(c: Context, body: Uint8Array): void {
  offered.set(c, body);
}

type Entry = {
  body: Uint8Array;
  etag: string;
  /** Names and values one after the other; the last place is the request id's, filled anew each time. */
  headers: string[];
  notModified: string[];
  /** When it was last known to be true, in ms. */
  trueAt: number;
  asking?: Promise<boolean> | undefined;
};

/** Keeps answers that many ask for as bytes, and gives them before any routing. */
export function createResponseCache(options: {
  places: readonly CacheScope[];
  clock: Clock;
  count: Metrics['countFromMemory'];
  /** Whether a request's own id is taken over. */
  believes?: (incoming: IncomingMessage) => boolean;
  maxBytes?: number;
}) {
  const { places, clock, count, maxBytes = MOST_BYTES, believes = () => true } = options;
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: MOST_BYTES_OF_ONE,
    sizeCalculation: ({ body }) => body.byteLength + OVERHEAD,
  });

  function find(incoming: IncomingMessage) {
    const { url = '', method } = incoming;
    if (method !== 'GET' && method !== 'HEAD') return undefined;
    for (const place of places) {
      if (!url.startsWith(place.prefix)) continue;
      const name = place.name(url, (header) => headerOf(incoming, header));
      return name === undefined ? undefined : { place, name };
    }
    return undefined;
  }

  /** However many ask meanwhile, it is asked once. An answer that cannot be had leaves the entry and sends them on. */
  function ask(
    stillTrue: NonNullable<CacheScope['stillTrue']>,
    name: string,
    entry: Entry,
  ): Promise<boolean> {
    const asked = clock();
    entry.asking ??= stillTrue(name)
      .then((still) => {
        if (still) entry.trueAt = asked;
        else if (entries.peek(name) === entry) entries.delete(name);
        return still;
      })
      .catch(() => false)
      .finally(() => {
        entry.asking = undefined;
      });
    return entry.asking;
  }

  return {
    /** Outermost middleware: keeps what a route has offered, with the headers that all others have added. */
    keep: (async (c, next) => {
      const began = clock();
      const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
      // Named before it is looked up: what has changed since has another name.
      const found = incoming && find(incoming);
      await next();
      const kept = found && !found.place.stillTrue && c.res.status >= 500 && entries.get(found.name);
      if (kept) return giveAgain(c, kept);
      const body = offered.get(c);
      if (found && body && mayBeKept(c.res)) entries.set(found.name, entryOf(body, c.res.headers, began));
    }) satisfies MiddlewareHandler,
    /** Answers in place of the app, or calls `otherwise`. */
    answer: ((incoming, outgoing, otherwise) => {
      const found = find(incoming);
      const entry = found && entries.get(found.name);
      if (!entry) return otherwise();
      const answer = () => {
        const sent = headerOf(incoming, 'x-request-id');
        const id = readRequestId(sent && believes(incoming) ? sent : undefined);
        count(found.place.prefix, incoming.method as string, send(incoming, outgoing, entry, id));
      };
      const age = clock() - entry.trueAt;
      // A clock that was set back must not keep anything for longer.
      if (age >= 0 && age < found.place.freshMs) return answer();
      const { stillTrue } = found.place;
      if (!stillTrue) {
        entry.trueAt = clock();
        return otherwise();
      }
      void ask(stillTrue, found.name, entry).then((still) => (still ? answer() : otherwise()));
    }) satisfies RequestHandler,
  };
}

/** In place of what the app has answered, whose request id it keeps. */
function giveAgain(c: Context, { body, headers }: Entry): void {
  const answer = new Response(new Uint8Array(body));
  for (let at = 0; at < headers.length; at += 2)
    answer.headers.append(headers[at] ?? '', headers[at + 1] ?? '');
  answer.headers.set('x-request-id', c.res.headers.get('x-request-id') ?? '');
  // Else it would take on headers of the answer before.
  c.res = undefined;
  c.res = answer;
}

function mayBeKept({ status, headers }: Response): boolean {
  const lasting = headers.get('cache-control');
  const shared = lasting !== null && !/\b(private|no-store)\b/.test(lasting);
  return status === 200 && shared && headers.has('etag') && !headers.has('set-cookie');
}

/** What says nothing to somebody who has the body already. */
const ofTheBody = /^content-(type|disposition|encoding|language)$/;

function entryOf(body: Uint8Array, answered: Headers, trueAt: number): Entry {
  const headers = [...answered].filter(([name]) => name !== 'x-request-id' && name !== 'content-length');
  const length = ['content-length', String(body.byteLength)];
  return {
    body,
    etag: answered.get('etag') ?? '',
    headers: [...headers.flat(), ...length, 'x-request-id', ''],
    notModified: [...headers.filter(([name]) => !ofTheBody.test(name)).flat(), 'x-request-id', ''],
    trueAt,
  };
}

/** The status that was answered. */
function send(incoming: IncomingMessage, outgoing: ServerResponse, entry: Entry, id: string): number {
  const status = matchesEtag(headerOf(incoming, 'if-none-match'), entry.etag) ? 304 : 200;
  const headers = status === 304 ? entry.notModified : entry.headers;
  // writeHead has made its text of them when it returns.
  headers[headers.length - 1] = id;
  outgoing.writeHead(status, headers);
  outgoing.end(status === 304 || incoming.method === 'HEAD' ? undefined : entry.body);
  return status;
}

const headerOf = (incoming: IncomingMessage, name: string) => incoming.headers[name] as string | undefined;
