import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { LRUCache } from 'lru-cache';
import { type Clock, seconds } from '../time.ts';
import { knowsTag } from './etags.ts';
import { requestIdFrom } from './front-door.ts';
import type { Metrics } from './metrics.ts';

const MB = 1024 * 1024;
/** Some 4,000 thumbnails; a machine with half a gigabyte can spare it. Nothing is held before it is asked for. */
const MOST_BYTES = 32 * MB;
/** A large picture is asked for once by a few; in here it would push out a hundred small ones. */
const MOST_BYTES_OF_ONE = MB / 2;
/** What an entry takes beside its body: names, headers, the list itself. */
const OVERHEAD = 2048;
const FRESH_MS = seconds(3);

/** A part of the site whose answers may be kept hot. */
export type HotPlace = {
  /** What its addresses begin with: `/images/`. */
  prefix: string;
  /**
   * One name for all requests that get the same answer, from the address as it was sent (query included) and the
   * headers; undefined when this one is to be routed. It begins with the prefix. Names must be few: a stranger chooses
   * what is sent.
   */
  name(url: string, header: (name: string) => string | undefined): string | undefined;
  /** Whether the kept answer of that name is still the right one; asked when 3 s have passed. */
  stillTrue(name: string): Promise<boolean>;
};

export type HotAnswers = {
  /** Outermost middleware: keeps what a route has offered, with the headers that all others have added. */
  keep: MiddlewareHandler;
  /** Answers in place of the app, or calls `otherwise`. */
  answer: HotDoor;
};

export type HotDoor = (incoming: IncomingMessage, outgoing: ServerResponse, otherwise: () => void) => void;

const offered = new WeakMap<Context, Uint8Array>();

/**
 * A route's word that its answer is the same for everybody who asks under that name. Only a 200 that is `public`, has
 * an ETag and sets no cookie is really kept. `body` is kept as it is: it may not change afterwards.
 */
export function offerHot(c: Context, body: Uint8Array): void {
  offered.set(c, body);
}

type Entry = {
  body: Uint8Array;
  etag: string;
  /** Names and values one after the other, all but the request id. */
  headers: string[];
  notModified: string[];
  /** When it was last known to be true, in ms. */
  trueAt: number;
  asking?: Promise<boolean> | undefined;
};

/** Keeps answers that many ask for as bytes, and gives them before any routing. */
export function createHotAnswers(options: {
  places: readonly HotPlace[];
  clock: Clock;
  record: Metrics['record'];
  mostBytes?: number;
}): HotAnswers {
  const { places, clock, record, mostBytes = MOST_BYTES } = options;
  const entries = new LRUCache<string, Entry>({
    maxSize: mostBytes,
    maxEntrySize: MOST_BYTES_OF_ONE,
    sizeCalculation: ({ body }) => body.byteLength + OVERHEAD,
  });

  function find(incoming: IncomingMessage): { place: HotPlace; name: string } | undefined {
    const { url = '' } = incoming;
    for (const place of places) {
      if (!url.startsWith(place.prefix)) continue;
      const name = place.name(url, (header) => headerOf(incoming, header));
      return name === undefined ? undefined : { place, name };
    }
    return undefined;
  }

  /** However many ask meanwhile, it is asked once. An answer that cannot be had leaves the entry and sends them on. */
  function ask(place: HotPlace, name: string, entry: Entry): Promise<boolean> {
    const asked = clock();
    entry.asking ??= place
      .stillTrue(name)
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
    async keep(c, next) {
      const began = clock();
      await next();
      const body = offered.get(c);
      const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage };
      const found = body && incoming && find(incoming);
      if (found && mayBeKept(c.res)) entries.set(found.name, entryOf(body, c.res.headers, began));
    },
    answer(incoming, outgoing, otherwise) {
      const began = performance.now();
      const found = incoming.method === 'GET' || incoming.method === 'HEAD' ? find(incoming) : undefined;
      const entry = found && entries.get(found.name);
      if (!entry) return otherwise();
      const answer = () => {
        const status = send(incoming, outgoing, entry);
        record(incoming.url as string, incoming.method as string, status, performance.now() - began);
      };
      const age = clock() - entry.trueAt;
      // A clock that was set back must not keep anything for longer.
      if (age >= 0 && age < FRESH_MS) return answer();
      void ask(found.place, found.name, entry).then((still) => (still ? answer() : otherwise()));
    },
  };
}

function mayBeKept({ status, headers }: Response): boolean {
  const shared = /\bpublic\b/.test(headers.get('cache-control') ?? '');
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
    headers: [...headers.flat(), ...length],
    notModified: headers.filter(([name]) => !ofTheBody.test(name)).flat(),
    trueAt,
  };
}

/** The status that was answered. */
function send(incoming: IncomingMessage, outgoing: ServerResponse, entry: Entry): number {
  const id = ['x-request-id', requestIdFrom(headerOf(incoming, 'x-request-id'))];
  if (knowsTag(headerOf(incoming, 'if-none-match'), entry.etag)) {
    outgoing.writeHead(304, entry.notModified.concat(id)).end();
    return 304;
  }
  outgoing.writeHead(200, entry.headers.concat(id));
  outgoing.end(incoming.method === 'HEAD' ? undefined : entry.body);
  return 200;
}

/** As `incoming.headers[name]`, which first reads them all: a tenth of what such an answer costs. */
function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const { rawHeaders } = incoming;
  let value: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] as string;
    if (sent.length !== name.length || sent.toLowerCase() !== name) continue;
    // Sent twice: Node knows which of them are joined and of which the first counts.
    if (value !== undefined) return incoming.headers[name] as string | undefined;
    value = rawHeaders[at + 1];
  }
  return value;
}
