import type { Context, Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { getContext, runWithContext } from '#platform/observability/request-context.ts';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { Call, Services } from '../services.ts';
import { type EventNames, logFailure, logSuccess, type RequestedEvent } from './account-events.ts';
import { fieldsOf, readFields } from './fields.ts';
import { readLanguage } from './language.ts';

export type Endpoint = {
  method: 'GET' | 'POST';
  path: string;
  handler: (services: Services, call: Call) => object | Promise<object>;
  event?: EventNames | undefined;
};

type Options = { getClientAddress: (c: Context) => string; events: SecurityLog };

/** Serves the endpoints: checks the API key and the rate limit, parses the fields, then calls the handler. */
export function mountEndpoints(
  app: Hono,
  endpoints: readonly Endpoint[],
  services: Services,
  options: Options,
): void {
  for (const endpoint of endpoints) {
    app.on(endpoint.method, endpoint.path, async (c) => {
      c.header('Cache-Control', 'no-store');
      const event: RequestedEvent = { path: endpoint.path, names: endpoint.event };
      try {
        const response = await handleCall(c, endpoint, event, services, options);
        logSuccess(options.events, event, response);
        return c.json(response);
      } catch (error) {
        if (error instanceof AppError) logFailure(options.events, event, error.code);
        throw error;
      }
    });
  }
  addFallbackRoutes(app, endpoints);
}

/**
 * Checks the API key and the rate limit, parses the fields and runs the handler. Stores the fields in `event`
 * even if the handler fails.
 */
async function handleCall(
  c: Context,
  { method, handler }: Endpoint,
  event: RequestedEvent,
  services: Services,
  { getClientAddress }: Options,
): Promise<object> {
  const address = getClientAddress(c);
  checkApiKey(c, services.site.apiKey);
  await services.limits.call(address);
  const fields = method === 'POST' ? await readFields(c) : fieldsOf({});
  event.fields = fields;
  const language = readLanguage(c.req.header('x-firebase-locale'));
  const context = { ...getContext(), userAgent: c.req.header('user-agent') };
  return runWithContext(context, async () => handler(services, { fields, address, language }));
}

/** Checks the API key, which is public, because pages contain it. */
function checkApiKey(c: Context, apiKey: string): void {
  const key = c.req.query('key') ?? c.req.header('x-goog-api-key');
  if (!key) throw new AppError('missing-api-key');
  if (key !== apiKey) throw new AppError('invalid-api-key');
}

/** Responds with 405 and Allow to a known path with another method, and with 404 to any other path. */
function addFallbackRoutes(app: Hono, endpoints: readonly Endpoint[]): void {
  for (const { method, path } of endpoints) {
    app.all(path, (c) => {
      c.header('Allow', method === 'GET' ? 'GET, HEAD' : method);
      throw new AppError('method-not-allowed');
    });
  }
  app.all('*', () => {
    throw new AppError('not-found');
  });
}
