import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Log } from '#platform/logs.ts';
import { createPages } from './authentications/pages.ts';
import { pagesPath } from './authentications/start.ts';
import { mountCharges } from './charges/routes.ts';
import { mountEvents } from './events/routes.ts';
import { type CallOptions, callsOn } from './http/calls.ts';
import { invalidRequest, StripeShapedError } from './http/stripe-error.ts';
import { newStripeId } from './ids.ts';
import { mountIntents } from './intents/routes.ts';
import { mountMethods } from './methods/routes.ts';
import { mountRefunds } from './refunds/routes.ts';

declare module 'hono' {
  interface ContextVariableMap {
    cardRequestId: string;
  }
}

/** Stripe's API, as much of it as a card payment needs. */
export function createApp({ log, ...options }: CallOptions & { log: Log }): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    const requestId = newStripeId('req');
    c.set('cardRequestId', requestId);
    await next();
    c.header('Request-Id', requestId);
    c.header('Cache-Control', 'no-store');
  });

  const calls = callsOn(app, options);
  mountMethods(calls);
  mountIntents(calls);
  mountCharges(calls);
  mountRefunds(calls);
  mountEvents(calls);

  app.route(pagesPath, createPages({ ...options, log }));

  app.all('*', (c) => {
    throw invalidRequest(`Unrecognized request URL (${c.req.method}: ${c.req.path.slice(0, 200)}).`, {
      status: 404,
    });
  });
  app.onError((error, c) => {
    if (error instanceof StripeShapedError) {
      return c.json(error.answer.body, error.status as ContentfulStatusCode);
    }
    log.error({ err: error }, 'card sandbox failed');
    return c.json({ error: { type: 'api_error', message: 'An error occurred in the card sandbox.' } }, 500);
  });
  return app;
}
