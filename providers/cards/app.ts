import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Kysely, Transaction } from 'kysely';
import type { Log } from '#platform/logs.ts';
import type { Clock } from '#platform/time.ts';
import { type Form, integerOf, nested, readForm, textOf } from './http/form.ts';
import { type Answer, once } from './http/idempotency.ts';
import { type Caller, callerOf, type Keys, onlyServer } from './http/keys.ts';
import { invalidRequest, missingParameter, StripeShapedError } from './http/stripe-error.ts';
import { newStripeId } from './ids.ts';
import { forBrowser, toPaymentIntent } from './intents/present.ts';
import { listIntents } from './intents/repository.ts';
import { cancelIntent, confirmIntent, createIntent, getIntent, refundIntent } from './intents/rules.ts';
import { toPaymentMethod } from './methods/present.ts';
import { createMethod, getMethod } from './methods/rules.ts';
import type { CardTables, IntentTable } from './schema/tables.ts';

type Options = { db: Kysely<CardTables>; keys: Keys; clock: Clock; log: Log };
type Call = { c: Context; form: Form; caller: Caller; trx: Transaction<CardTables>; now: number };

/** Stripe's API, as much of it as a card payment needs. Every call is one transaction. */
export function createApp({ db, keys, clock, log }: Options): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Request-Id', newStripeId('req'));
    c.header('Cache-Control', 'no-store');
  });

  const on = (method: 'GET' | 'POST', path: string, handle: (call: Call) => Promise<Answer>) =>
    app.on(method, path, async (c) => {
      const form = await readForm(c);
      const caller = callerOf(c, form, keys);
      const now = clock();
      const key = method === 'POST' ? c.req.header('idempotency-key') : undefined;
      if (key !== undefined && key.length > 255)
        throw invalidRequest('An idempotency key has at most 255 characters.');
      const { status, body } = await db.transaction().execute((trx) => {
        const act = () => handle({ c, form, caller, trx, now });
        return key ? once(trx, { key, path: c.req.path, parameters: form, now }, act) : act();
      });
      return c.json(body, status as ContentfulStatusCode);
    });

  on('POST', '/v1/payment_methods', async ({ trx, form, now }) =>
    ok(toPaymentMethod(await createMethod(trx, form, now))),
  );
  on('GET', '/v1/payment_methods/:id', async ({ c, caller, trx }) => {
    onlyServer(caller);
    return ok(toPaymentMethod(await getMethod(trx, c.req.param('id') ?? '')));
  });

  on('POST', '/v1/payment_intents', ({ caller, trx, form, now }) => {
    onlyServer(caller);
    return createIntent(trx, form, now);
  });
  on('GET', '/v1/payment_intents', ({ caller, trx, form }) => {
    onlyServer(caller);
    return listPage(trx, form);
  });
  on('GET', '/v1/payment_intents/:id', async (call) => {
    const intent = await intentOf(call);
    return narrowed(call.caller, ok(await toPaymentIntent(call.trx, intent)));
  });
  on('POST', '/v1/payment_intents/:id/confirm', async (call) => {
    const intent = await intentOf(call);
    return narrowed(call.caller, await confirmIntent(call.trx, intent, call.form, call.now));
  });
  on('POST', '/v1/payment_intents/:id/cancel', async (call) => {
    onlyServer(call.caller);
    return cancelIntent(call.trx, await intentOf(call), call.now);
  });
  on('POST', '/v1/refunds', ({ caller, trx, form, now }) => {
    onlyServer(caller);
    return refundIntent(trx, form, now);
  });

  app.all('*', (c) => {
    throw invalidRequest(`Unrecognized request URL (${c.req.method}: ${c.req.path.slice(0, 200)}).`, {
      status: 404,
    });
  });
  app.onError((error, c) => {
    if (error instanceof StripeShapedError)
      return c.json({ error: error.body }, error.status as ContentfulStatusCode);
    log.error({ err: error }, 'card sandbox failed');
    return c.json({ error: { type: 'api_error', message: 'An error occurred in the card sandbox.' } }, 500);
  });
  return app;
}

const ok = (body: object): Answer => ({ status: 200, body });

/** The intent of the path; a browser must know its client secret. */
async function intentOf({ c, form, caller, trx }: Call): Promise<IntentTable> {
  const intent = await getIntent(trx, c.req.param('id') ?? '');
  if (caller === 'server') return intent;
  const secret = textOf(form, 'client_secret');
  if (!secret) throw missingParameter('client_secret');
  if (secret !== intent.client_secret) {
    throw invalidRequest(
      'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
      { code: 'payment_intent_invalid_parameter', param: 'client_secret' },
    );
  }
  return intent;
}

function narrowed(caller: Caller, { status, body }: Answer): Answer {
  if (caller === 'server') return { status, body };
  const { error } = body as { error?: { payment_intent: { metadata: unknown } } };
  if (error)
    return { status, body: { error: { ...error, payment_intent: forBrowser(error.payment_intent) } } };
  return { status, body: forBrowser(body as { metadata: unknown }) };
}

async function listPage(trx: Transaction<CardTables>, form: Form): Promise<Answer> {
  const limit = integerOf(form, 'limit') ?? 10;
  if (limit < 1 || limit > 100)
    throw invalidRequest('Invalid limit: it must be between 1 and 100.', { param: 'limit' });
  const after = textOf(form, 'starting_after');
  const since = typeof form.created === 'object' ? integerOf(nested(form, 'created'), 'gte') : undefined;
  const rows = await listIntents(trx, {
    limit: limit + 1,
    after: after ? await getIntent(trx, after) : undefined,
    since: since === undefined ? undefined : since * 1000,
  });
  const data = await Promise.all(rows.slice(0, limit).map((row) => toPaymentIntent(trx, row)));
  return ok({ object: 'list', url: '/v1/payment_intents', has_more: rows.length > limit, data });
}
