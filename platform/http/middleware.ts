import type { Hono } from 'hono';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import type { Clock } from '../time.ts';
import { createLoadShedder } from './load-shedder.ts';
import type { Metrics } from './metrics.ts';
import type { OverloadBody } from './overload-response.ts';
import { recordRequests, type TelemetryOptions } from './request-telemetry.ts';
import { securityHeaders } from './security-headers.ts';
import { type CacheScope, createResponseCache, type RequestHandler } from './tuning/response-cache.ts';

type MiddlewareOptions = Omit<TelemetryOptions, 'record'> & {
  /** Whether the site is reached over HTTPS. */
  secure: boolean;
  /** The parts of the site whose responses are cached. */
  cacheScopes: CacheScope[];
  clock: Clock;
  metrics: Metrics;
  metricsRegistry: MetricsRegistry;
  overloadBody: OverloadBody;
  /** Returns how many requests wait in a queue that has a limit of its own. */
  waiting: () => number;
  /** Returns whether requests for this address are never rejected under load. */
  isExempt: (url: string) => boolean;
};

/**
 * Mounts the middleware that every request passes first: the count of requests in progress, response cache, telemetry and
 * security headers.
 * @returns the handler that runs before the app: it responds from the cache, or with 503 under overload
 */
export async function mountMiddleware(app: Hono, options: MiddlewareOptions): Promise<RequestHandler> {
  const {
    secure,
    cacheScopes,
    clock,
    metrics,
    metricsRegistry,
    overloadBody,
    waiting,
    isExempt,
    ...telemetry
  } = options;
  const { trustsSender } = telemetry;
  const { record } = metrics;
  const cache = createResponseCache({
    scopes: cacheScopes,
    clock,
    trustsSender,
    count: metrics.countCached,
  });
  const headers = securityHeaders({ secure });
  const loadShedder = await createLoadShedder({
    securityHeaders: headers,
    bodyOf: overloadBody,
    trustsSender,
    metrics: metricsRegistry,
    waiting,
    isExempt: (url) => url === '/healthz' || url === '/readyz' || isExempt(url),
    record,
  });
  app.use(loadShedder.countInProgress);
  app.use(cache.store);
  app.use(recordRequests({ record, ...telemetry }));
  app.use(headers);
  return (incoming, outgoing, next) =>
    cache.handle(incoming, outgoing, () => loadShedder.handle(incoming, outgoing, next));
}
