import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/time.ts';
import type { Emit, Emitter } from '../events.ts';
import type { Db, Trx } from '../schema/tables.ts';
import { invalidRequestError } from './errors.ts';
import { type Form, readForm } from './form.ts';
import { runOnce, type StoredResponse } from './idempotency.ts';
import { type Caller, type Keys, readCaller, requireSecretKey } from './keys.ts';

declare module 'hono' {
  interface ContextVariableMap {
    cardCaller: Caller;
  }
}

export type Call = { id: string; form: Form; caller: Caller };
export type ReadCall = Call & { db: Db };
/** The context of a change, in its transaction. */
export type WriteContext = {
  trx: Trx;
  now: number;
  emit: Emit;
  /** Base URL of the sandbox: `http://localhost:3000/cards`. */
  url: string;
};
export type WriteCall = Call & WriteContext;
/**
 * The keys that may call a route. `server`: the secret key only. `both`: the secret or the publishable key.
 */
type AllowedCaller = 'server' | 'both';

/** Defines routes: path, allowed caller and handler. */
export type RouteBuilder = {
  get(path: string, allowed: AllowedCaller, read: (call: ReadCall) => Promise<object>): void;
  /**
   * Runs `write` in one transaction, once for each Idempotency-Key. For a declined card, `write` returns a
   * body with the error.
   */
  post(path: string, allowed: AllowedCaller, write: (call: WriteCall) => Promise<object>): void;
};

export type Services = {
  db: Db;
  keys: Keys;
  clock: Clock;
  emitter: Emitter;
  url: string;
  /** Returns the site's name: outside input, but one short line. */
  siteName: () => Promise<string>;
  log: Log;
};

export function createRouteBuilder(app: Hono, { db, keys, clock, emitter, url }: Services): RouteBuilder {
  async function authorize(c: Context, allowed: AllowedCaller): Promise<Call> {
    const form = await readForm(c);
    const caller = readCaller(c, form.key, keys);
    c.set('cardCaller', caller);
    if (allowed === 'server') requireSecretKey(caller);
    return { id: idOf(c), form, caller };
  }

  return {
    get: (path, allowed, read) =>
      app.get(path, async (c) => {
        const call = await authorize(c, allowed);
        return respondWithStored(c, { status: 200, body: await read({ ...call, db }) });
      }),
    post: (path, allowed, write) =>
      app.post(path, async (c) => {
        const call = await authorize(c, allowed);
        const key = idempotencyKeyOf(c);
        const now = clock();
        const response = await db.transaction().execute((trx) => {
          const run = async () => {
            const body = await write({ ...call, trx, now, url, emit: emitter(trx, now) });
            return { status: 'error' in body ? 402 : 200, body };
          };
          const request = { path: c.req.path, parameters: call.form, now, secret: keys.fingerprintKey };
          return key ? runOnce(trx, { ...request, key: `${call.caller}:${key}` }, run) : run();
        });
        return respondWithStored(c, response);
      }),
  };
}

/** Sends the response, without metadata unless the caller is the server. */
export function respondWithStored(c: Context, { status, body }: StoredResponse): Response {
  const hidden = c.get('cardCaller') === 'server' ? undefined : 'metadata';
  const json = JSON.stringify(body, (name, value) => (name === hidden ? undefined : value));
  return c.body(json, status as ContentfulStatusCode, { 'Content-Type': 'application/json' });
}

/** Returns the id, or '' if it has characters that no id has. PostgreSQL rejects some of them. */
function idOf(c: Context): string {
  const id = c.req.param('id') ?? '';
  return /^\w+$/.test(id) ? id : '';
}

function idempotencyKeyOf(c: Context): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && key.length > 255)
    throw invalidRequestError('An idempotency key has at most 255 characters.');
  return key || undefined;
}
