import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Kysely, Transaction } from 'kysely';
import type { Clock } from '#platform/time.ts';
import type { Tell, Teller } from '../events/tell.ts';
import type { CardTables } from '../schema/tables.ts';
import { type Form, readForm } from './form.ts';
import { type Answer, once } from './idempotency.ts';
import { type Caller, callerOf, type Keys, onlyServer } from './keys.ts';
import { narrowed } from './narrow.ts';
import { invalidRequest, StripeShapedError } from './stripe-error.ts';

export type Call = { id: string; form: Form; caller: Caller; now: number };
export type Read = Call & { db: Kysely<CardTables> };
/** A change, within its transaction. */
export type Change = {
  trx: Transaction<CardTables>;
  now: number;
  tell: Tell;
  /** Where the sandbox stands: `http://localhost:3000/cards`. */
  url: string;
};
export type Write = Call & Change;
/** `server`: the secret key only. `both`: the publishable key too. */
export type Who = 'server' | 'both';

/** How a route is written: path, who may call, what answers. */
export type Calls = {
  get(path: string, who: Who, read: (call: Read) => Promise<object>): void;
  /** One transaction, done once for an Idempotency-Key. */
  post(path: string, who: Who, write: (call: Write) => Promise<Answer>): void;
};

export type CallOptions = {
  db: Kysely<CardTables>;
  keys: Keys;
  clock: Clock;
  teller: Teller;
  url: string;
};

export function callsOn(app: Hono, { db, keys, clock, teller, url }: CallOptions): Calls {
  async function open(c: Context, who: Who): Promise<Call> {
    const form = await readForm(c);
    const caller = callerOf(c, form, keys);
    if (who === 'server') onlyServer(caller);
    return { id: idOf(c), form, caller, now: clock() };
  }

  return {
    get: (path, who, read) =>
      app.get(path, async (c) => {
        const call = await open(c, who);
        return reply(c, call.caller, { status: 200, body: await read({ ...call, db }) });
      }),

    post: (path, who, write) =>
      app.post(path, async (c) => {
        const call = await open(c, who);
        const key = idempotencyKey(c);
        const request = {
          key: `${call.caller}:${key}`,
          path: c.req.path,
          parameters: call.form,
          now: call.now,
        };
        try {
          const answer = await db.transaction().execute((trx) => {
            const cause = { requestId: c.get('cardRequestId'), idempotencyKey: key };
            const act = () => write({ ...call, trx, tell: teller(trx, call.now, cause), url });
            return key ? once(trx, { ...request, secret: keys.fingerprintKey }, act) : act();
          });
          return reply(c, call.caller, answer);
        } catch (error) {
          if (error instanceof StripeShapedError) return reply(c, call.caller, error.answer);
          throw error;
        }
      }),
  };
}

function reply(c: Context, caller: Caller, answer: Answer): Response {
  if (answer.replayed) c.header('Idempotent-Replayed', 'true');
  return c.json(narrowed(caller, answer.body), answer.status as ContentfulStatusCode);
}

/** Other characters than those of ids name nothing; some of them PostgreSQL would not even look for. */
function idOf(c: Context): string {
  const id = c.req.param('id') ?? '';
  return /^\w+$/.test(id) ? id : '';
}

function idempotencyKey(c: Context): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && key.length > 255) {
    throw invalidRequest('An idempotency key has at most 255 characters.');
  }
  return key || undefined;
}
