import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import { errors } from '#contract/errors.ts';
import { createErrorHandler } from '#platform/http/errors.ts';
import { readSiteContent } from '#server/features/site-content/rules.ts';
import type { Core, Registration } from './core.ts';
import { enabledEndpoints } from './endpoints.ts';
import { authorizeStaff, requireRole } from './features/staff/authorize.ts';
import type { AccessTokens } from './features/users/access-tokens.ts';
import { hasPhone, withStoredPhone } from './http/read-phone.ts';
import { createRoutes, type Guard, mountFallbackRoutes } from './http/route.ts';

export type ServerOptions = {
  tokens: Pick<AccessTokens, 'authenticate'>;
  admit: Guard['admit'];
  /**
   * Counts a request against the limits, before any of it is read. @throws AppError too-many-requests (429)
   */
  countRequest: (c: Context) => Promise<void>;
  /**
   * Counts a request for the days of a center against the limits, before the days are read.
   * @throws AppError too-many-requests (429)
   */
  countCenterRead: (c: Context) => Promise<void>;
  /** Called after a write, before its response is sent. */
  onWrite: () => void;
};

/** Creates the product server, which serves everything under /api. */
export function createServer(
  core: Core,
  registrations: readonly Registration[],
  options: ServerOptions,
): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    // Responses contain personal data, or change at any time.
    c.header('Cache-Control', 'no-store');
    await options.countRequest(c);
    await next();
    if (c.req.method !== 'GET') options.onWrite();
  });
  app.get('/centers/:id/*', async (c, next) => {
    await options.countCenterRead(c);
    await next();
  });
  const guard: Guard = {
    async prepare(input) {
      if (!hasPhone(input.body)) return input;
      const { region } = await readSiteContent(core);
      return { ...input, body: withStoredPhone(input.body, region.country) };
    },
    authenticate: options.tokens.authenticate,
    admit: options.admit,
    requireRole: (viewer) => requireRole(core.db, viewer),
    authorizeStaff: (caller, access, target) => authorizeStaff(core, caller, access, target),
  };
  const routes = createRoutes(app, guard, core.features);
  for (const { mount } of registrations) mount?.(routes);
  mountFallbackRoutes(app, enabledEndpoints(core.features), guard);
  app.onError(
    createErrorHandler(errors, core.log, {
      onError: (c, { code }, status) => {
        // Do not log requests without a token as denied access.
        const hasToken = c.req.header('authorization') !== undefined;
        if (hasToken && (status === 401 || status === 403))
          core.securityLog.warn('access denied', {
            reason: code,
            method: c.req.method,
            route: routePath(c),
          });
      },
    }),
  );
  return app;
}
