import type { Context, Hono } from 'hono';
import type { Integrity } from '#platform/database/integrity.ts';
import { createSenderCheck } from '#platform/http/client-address.ts';
import { mountHealth } from '#platform/http/health.ts';
import { rateLimitPages } from '#platform/http/limits.ts';
import type { RequestHandler } from '#platform/http/memo.ts';
import { mountMiddleware } from '#platform/http/middleware.ts';
import type { Site } from '#platform/http/site.ts';
import type { Log } from '#platform/observability/log.ts';
import type { Clock } from '#platform/time.ts';
import type { Config } from './config/config.ts';
import { otherBases } from './find-page.ts';
import type { Integrations } from './integrations/integrations.ts';
import type { Limits } from './limits.ts';
import type { Observability } from './observability.ts';
import type { Product } from './product.ts';

type Options = {
  config: Config;
  clock: Clock;
  log: Log;
  observability: Observability;
  limits: Limits;
  addressOf: (c: Context) => string;
  integrations: Integrations;
  product: Product;
  /** The built pages, or undefined when only the services are served. */
  pages: Site | undefined;
  integrity: Integrity;
};

/**
 * Mounts the middleware, the health checks, the API, the built-in providers and the pages, in this order.
 * Returns the handler that runs before the router.
 */
export async function mountRoutes(router: Hono, options: Options): Promise<RequestHandler> {
  const { config, observability, limits, addressOf, integrations, product, pages } = options;
  const { metrics, metricsRegistry, tracing, watchdog } = observability;
  const fastPath = await mountMiddleware(router, {
    secure: config.publicUrl.startsWith('https:'),
    memoScopes: [...product.memoScopes, ...integrations.memoScopes, ...(pages ? [pages.memoScope] : [])],
    overloadBody: integrations.overloadBody,
    waiting: integrations.waitingRequests,
    trustsSender: createSenderCheck(config.trustProxy),
    address: addressOf,
    clock: options.clock,
    log: options.log,
    metrics,
    metricsRegistry,
    tracing,
    watchdog,
  });
  mountHealth(router, options.integrity.ready);
  router.route('/api', product.app);
  for (const [path, provider] of integrations.mounts) router.route(path, provider);
  router.use(rateLimitPages((c) => limits.countRequest(addressOf(c))));
  for (const base of ['', ...otherBases])
    router.use(
      `${base}/centers/*`,
      rateLimitPages((c) => limits.countCenterRead(addressOf(c))),
    );
  if (product.schedulingLinks) router.route('/centers', product.schedulingLinks);
  if (pages) router.route('/', pages.app);
  return fastPath;
}
