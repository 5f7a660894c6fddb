import type { Context, Hono } from 'hono';
import { AppError } from '#platform/errors.ts';
import { isSameSecret } from '#platform/ids.ts';
import { getContext, runWithContext } from '#platform/observability/request-context.ts';
import type { SecurityLog } from '#platform/observability/security-log.ts';
import type { Call, Services } from '../services.ts';
import { logFailure, logSuccess, type RequestedEvent } from './account-events.ts';
import { fieldsOf, readFields } from './fields.ts';
import { readLanguage } from './language.ts';

export type Endpoint = {
  method: 'GET' | 'POST';
  path: string;
  answer: (services: Services, call: Call) => object | Promise<object>;
  /** Called by the administrator, with a bearer token in place of the API key. */
  administrative?: true;
};

type Options = { adminToken: string; clientAddress: (c: Context) => string; events: SecurityLog };

/** Serves the endpoints: who may call, how often, what was sent, then the rule. */
export function serve(app: Hono, endpoints: readonly Endpoint[], services: Services, options: Options): void {
  for (const endpoint of endpoints) {
    app.on(endpoint.method, endpoint.path, async (c) => {
      c.header('Cache-Control', 'no-store');
      const asked: RequestedEvent = { path: endpoint.path };
      try {
        const answer = await handleCall(c, endpoint, asked, services, options);
        logSuccess(options.events, asked, answer);
        return c.json(answer);
      } catch (error) {
        if (error instanceof AppError) logFailure(options.events, asked, error.code);
        throw error;
      }
    });
  }
  addFallbackRoutes(app, endpoints);
}

/** What was sent is noted in `asked` as soon as it is read. */
async function handleCall(
  c: Context,
  { method, answer, administrative }: Endpoint,
  asked: RequestedEvent,
  services: Services,
  { adminToken, clientAddress }: Options,
): Promise<object> {
  const address = clientAddress(c);
  // The administrator is the site itself, which calls for all its visitors from one address: no limit.
  if (administrative) checkAdministrator(c, adminToken);
  else {
    checkApiKey(c, services.site.apiKey);
    await services.limits.call(address);
  }
  const fields = method === 'POST' ? await readFields(c) : fieldsOf({});
  asked.fields = fields;
  const language = readLanguage(c.req.header('x-firebase-locale'));
  const work = { ...getContext(), userAgent: c.req.header('user-agent') };
  return runWithContext(work, async () => answer(services, { fields, address, language }));
}

function checkApiKey(c: Context, apiKey: string): void {
  const key = c.req.query('key');
  if (!key) throw new AppError('missing-api-key');
  if (!isSameSecret(key, apiKey)) throw new AppError('invalid-api-key');
}

function checkAdministrator(c: Context, adminToken: string): void {
  const [, token = ''] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  if (!isSameSecret(token, adminToken)) throw new AppError('unauthenticated');
}

/** A known path with another method is 405 with Allow, everything else 404. */
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
