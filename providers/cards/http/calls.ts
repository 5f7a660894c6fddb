import type { Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Kysely, Transaction } from 'kysely';
import type { Log } from '#platform/logs.ts';
import type { Clock } from '#platform/time.ts';
import type { Tell, Teller } from '../events/tell.ts';
import type { CardTables } from '../schema/tables.ts';
import { type Form, readForm } from './form.ts';
import { type Answer, type IdempotentRequest, keepFailure, once } from './idempotency.ts';
import { type Caller, callerOf, type Keys, onlyServer } from './keys.ts';
import { narrowed } from './narrow.ts';
import { invalidRequest, ownFault, StripeShapedError, withLogUrl } from './stripe-error.ts';

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
  log: Log;
};

export function callsOn(app: Hono, { db, keys, clock, teller, url, log }: CallOptions): Calls {
  async function open(c: Context, who: Who): Promise<Call> {
    const form = await readForm(c);
    const caller = callerOf(c, form, keys);
    if (who === 'server') onlyServer(caller);
    return { id: idOf(c), form, caller, now: clock() };
  }

  /** Errors too are answers: those that were carried out are kept for their key. */
  async function change(c: Context, call: Call, write: (call: Write) => Promise<Answer>): Promise<Answer> {
    const idempotencyKey = idempotencyKeyOf(c);
    const requestId = c.get('cardRequestId');
    const request: IdempotentRequest | undefined = idempotencyKey
      ? {
          key: `${call.caller}:${idempotencyKey}`,
          requestId,
          path: c.req.path,
          parameters: call.form,
          now: call.now,
          secret: keys.fingerprintKey,
        }
      : undefined;
    try {
      return await db.transaction().execute((trx) => {
        const tell = teller(trx, call.now, { requestId, idempotencyKey });
        const act = () => write({ ...call, trx, tell, url });
        return request ? once(trx, request, act) : act();
      });
    } catch (error) {
      if (error instanceof StripeShapedError) return error.answer;
      log.error({ err: error }, 'card sandbox failed');
      const failure = ownFault(error as Error).answer;
      if (!request || failure.status === 503) return failure;
      return keepFailure(db, request, failure).catch(() => failure);
    }
  }

  return {
    get: (path, who, read) =>
      app.get(path, async (c) => {
        const call = await open(c, who);
        return reply(c, call, { status: 200, body: await read({ ...call, db }) });
      }),
    post: (path, who, write) =>
      app.post(path, async (c) => {
        const call = await open(c, who);
        return reply(c, call, await change(c, call, write));
      }),
  };
}

function reply(c: Context, { caller, now }: Call, answer: Answer): Response {
  if (answer.replayed) c.header('Idempotent-Replayed', 'true');
  if (answer.status >= 500 || (answer.kept && answer.status >= 400)) {
    // A kept answer does not change; a failure that is not kept has undone all that it did.
    c.header('Stripe-Should-Retry', String(!answer.kept));
  }
  const { body, status } = withLogUrl(answer, c.get('cardRequestId'), now);
  return c.json(narrowed(caller, body), status as ContentfulStatusCode);
}

/** Other characters than those of ids name nothing; some of them PostgreSQL would not even look for. */
function idOf(c: Context): string {
  const id = c.req.param('id') ?? '';
  return /^\w+$/.test(id) ? id : '';
}

function idempotencyKeyOf(c: Context): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key !== undefined && key.length > 255) {
    throw invalidRequest('An idempotency key has at most 255 characters.');
  }
  return key || undefined;
}
