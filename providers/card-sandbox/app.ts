import { Hono } from 'hono';
import * as z from 'zod';
import { createBank } from './bank/routes.ts';
import { createRouteBuilder, type RouteBuilder, respondWithStored, type Services } from './http/calls.ts';
import { internalError, StripeShapedError } from './http/errors.ts';
import { integerParameter, parseForm, text } from './http/form.ts';
import { listPage, pageShape } from './http/list.ts';
import { bankPath, cancelIntent, confirmIntent, createIntent, findPermittedIntent } from './intents.ts';
import { createMethod } from './methods.ts';
import { createRefund } from './refunds.ts';
import { findRow, listDisputes, listEvents, listIntents } from './repository.ts';
import { createId, toDispute, toEvent, toPaymentIntent, toPaymentMethod } from './serialize.ts';

/** Creates the part of Stripe's API that our server and the payment page use. */
export function createSandboxApp(services: Services): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Request-Id', createId('req'));
    c.header('Cache-Control', 'no-store');
  });

  mount(createRouteBuilder(app, services));
  app.route(bankPath, createBank(services));

  app.all('*', ({ req }) => {
    const call = `${req.method}: ${req.path.slice(0, 200)}`;
    const supported =
      "The card sandbox supports only a part of Stripe's API: see providers/card-sandbox/README.md.";
    throw new StripeShapedError(404, `Unrecognized request URL (${call}). ${supported}`);
  });
  app.onError((thrown, c) => {
    const isKnown = thrown instanceof StripeShapedError;
    if (!isKnown) services.log.error({ err: thrown }, 'card sandbox failed');
    return respondWithStored(c, isKnown ? thrown : internalError(thrown));
  });
  return app;
}

const expand = <Name extends string>(name: Name) => z.array(z.literal(name)).max(10).optional();
const intentShape = { expand: expand('latest_charge') };
const intentsShape = { ...pageShape, expand: expand('data.latest_charge') };
const disputesShape = { payment_intent: text, limit: integerParameter(1, 100).optional() };
const eventsShape = { ...pageShape, types: z.array(text).max(20).optional() };

function mount({ get, post }: RouteBuilder): void {
  post('/v1/payment_methods', 'both', async ({ trx, form, now }) =>
    toPaymentMethod(await createMethod(trx, form, now)),
  );

  post('/v1/payment_intents', 'server', (call) => createIntent(call, call.form));
  get('/v1/payment_intents', 'server', ({ db, form }) =>
    listPage(form, {
      url: '/v1/payment_intents',
      shape: intentsShape,
      find: (id) => findRow(db, 'cards_intents', id),
      read: (page) => listIntents(db, page),
      serialize: (row, filter) => toPaymentIntent(db, row, filter.expand !== undefined),
    }),
  );
  get('/v1/payment_intents/:id', 'both', async (call) => {
    const { expand: expanded } = parseForm(call.form, intentShape);
    return toPaymentIntent(call.db, await findPermittedIntent(call.db, call), expanded !== undefined);
  });
  post('/v1/payment_intents/:id/confirm', 'both', async (call) =>
    confirmIntent(call, await findPermittedIntent(call.trx, call), call.form),
  );
  post('/v1/payment_intents/:id/cancel', 'server', (call) => cancelIntent(call, call.id, call.form));

  post('/v1/refunds', 'server', (call) => createRefund(call, call.form));

  get('/v1/disputes', 'server', async ({ db, form }) => {
    const { payment_intent } = parseForm(form, disputesShape);
    // A charge can be disputed only once, so there is never a second page.
    const data = (await listDisputes(db, payment_intent)).map(toDispute);
    return { object: 'list', url: '/v1/disputes', has_more: false, data };
  });

  get('/v1/events', 'server', ({ db, form }) =>
    listPage(form, {
      url: '/v1/events',
      shape: eventsShape,
      find: (id) => findRow(db, 'cards_events', id),
      read: (page, { types }) => listEvents(db, page, types),
      serialize: toEvent,
    }),
  );
}
