import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createPages } from './authentications/pages.ts';
import { pagesPath } from './authentications/start.ts';
import { mountCharges } from './charges/routes.ts';
import { mountDisputes } from './disputes/routes.ts';
import { apiVersion } from './events/present.ts';
import { mountEvents } from './events/routes.ts';
import { type CallOptions, callsOn } from './http/calls.ts';
import { invalidRequest, ownFault, StripeShapedError, withLogUrl } from './http/stripe-error.ts';
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
export function createApp(options: CallOptions): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    const requestId = newStripeId('req');
    c.set('cardRequestId', requestId);
    await next();
    c.header('Request-Id', requestId);
    c.header('Stripe-Version', apiVersion);
    c.header('Cache-Control', 'no-store');
  });

  // Stripe has it for most things; here it would be taken for the id of one.
  app.all('/v1/:things/search', unknownCall);
  const calls = callsOn(app, options);
  mountMethods(calls);
  mountIntents(calls);
  mountCharges(calls);
  mountRefunds(calls);
  mountDisputes(calls);
  mountEvents(calls);

  app.route(pagesPath, createPages(options));

  app.all('*', unknownCall);
  app.onError((error, c) => {
    const known = error instanceof StripeShapedError;
    if (!known) options.log.error({ err: error }, 'card sandbox failed');
    const { answer } = known ? error : ownFault(error);
    const { body, status } = withLogUrl(answer, c.get('cardRequestId'), options.clock());
    return c.json(body, status as ContentfulStatusCode);
  });
  return app;
}

function unknownCall({ req }: Context): never {
  throw invalidRequest(
    `Unrecognized request URL (${req.method}: ${req.path.slice(0, 200)}). The card sandbox knows only a part of Stripe's calls: those in providers/cards/README.md.`,
    { status: 404 },
  );
}
