import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/time.ts';
import type { Emit, Emitter } from '../events.ts';
import type { Db, Trx } from '../schema/tables.ts';
import { invalidRequest } from './errors.ts';
import { type Form, readForm } from './form.ts';
import { type Reply, runOnce } from './idempotency.ts';
import { type Caller, type Keys, readCaller, requireServer } from './keys.ts';

declare module 'hono' {
  interface ContextVariableMap {
    cardCaller: Caller;
  }
}

export type Call = { id: string; form: Form; caller: Caller };
export type Read = Call & { db: Db };
/** A change, within its transaction. */
export type Change = {
  trx: Trx;
  now: number;
  emit: Emit;
  /** Where the sandbox is mounted: `http://localhost:3000/cards`. */
  url: string;
};
export type Write = Call & Change;
/** `server`: the secret key only. `both`: the publishable key too. */
type Who = 'server' | 'both';

/** How a route is written: path, who may call, what it does. */
export type Calls = {
  get(path: string, who: Who, read: (call: Read) => Promise<object>): void;
  /** One transaction, done once for an Idempotency-Key. A declined card is a body with its error. */
  post(path: string, who: Who, write: (call: Write) => Promise<object>): void;
};

export type Services = { db: Db; keys: Keys; clock: Clock; emitter: Emitter; url: string; log: Log };

export function createCalls(app: Hono, { db, keys, clock, emitter, url }: Services): Calls {
  async function open(c: Context, who: Who): Promise<Call> {
    const form = await readForm(c);
    const caller = readCaller(c, form.key, keys);
    c.set('cardCaller', caller);
    if (who === 'server') requireServer(caller);
    return { id: idOf(c), form, caller };
  }

  return {
    get: (path, who, read) =>
      app.get(path, async (c) => {
        const call = await open(c, who);
        return respond(c, { status: 200, body: await read({ ...call, db }) });
      }),
    post: (path, who, write) =>
      app.post(path, async (c) => {
        const call = await open(c, who);
        const key = idempotencyKeyOf(c);
        const now = clock();
        const reply = await db.transaction().execute((trx) => {
          const act = async () => {
            const body = await write({ ...call, trx, now, url, emit: emitter(trx, now) });
            return { status: 'error' in body ? 402 : 200, body };
          };
          const request = { path: c.req.path, parameters: call.form, now, secret: keys.fingerprintKey };
          return key ? runOnce(trx, { ...request, key: `${call.caller}:${key}` }, act) : act();
        });
        return respond(c, reply);
      }),
  };
}

/** Nobody but the server sees metadata, whatever it belongs to. */
export function respond(c: Context, { status, body }: Reply): Response {
  const hidden = c.get('cardCaller') === 'server' ? undefined : 'metadata';
  const json = JSON.stringify(body, (name, value) => (name === hidden ? undefined : value));
  return c.body(json, status as ContentfulStatusCode, { 'Content-Type': 'application/json' });
}

/** Other characters than those of ids name nothing, and PostgreSQL rejects some of them. */
function idOf(c: Context): string {
  const id = c.req.param('id') ?? '';
  return /^\w+$/.test(id) ? id : '';
}

function idempotencyKeyOf(c: Context): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && key.length > 255)
    throw invalidRequest('An idempotency key has at most 255 characters.');
  return key || undefined;
}
