import type { Hono } from 'hono';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import type { Clock } from '../time.ts';
import { createLoadShedder } from './load-shedder.ts';
import { createMemo, type MemoScope, type RequestHandler } from './memo.ts';
import type { Metrics } from './metrics.ts';
import type { OverloadBody } from './overload-response.ts';
import { recordRequests, type TelemetryOptions } from './request-telemetry.ts';
import { securityHeaders } from './security-headers.ts';

type MiddlewareOptions = Omit<TelemetryOptions, 'record'> & {
  /** Whether clients reach the site over HTTPS. */
  secure: boolean;
  /** The parts of the site whose responses are kept in memory. */
  memoScopes: MemoScope[];
  clock: Clock;
  metrics: Metrics;
  metricsRegistry: MetricsRegistry;
  overloadBody: OverloadBody;
  /** Returns how many requests wait in queues that have their own limits. */
  waiting: () => number;
};

/**
 * Mounts the middleware that every request passes first: the count of requests in progress, memo, telemetry
 * and security headers.
 * @returns the handler that runs before the app and responds from the memo, or with 503 under overload
 */
export async function mountMiddleware(app: Hono, options: MiddlewareOptions): Promise<RequestHandler> {
  const { secure, memoScopes, clock, metrics, metricsRegistry, overloadBody, waiting, ...telemetry } =
    options;
  const { trustsSender } = telemetry;
  const { record } = metrics;
  const memo = createMemo({
    scopes: memoScopes,
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
    isExempt: (incoming) =>
      incoming.url === '/healthz' || incoming.url === '/readyz' || memo.isRenewal(incoming),
    record,
  });
  app.use(loadShedder.countInProgress);
  app.use(memo.store);
  app.use(recordRequests({ record, ...telemetry }));
  app.use(headers);
  return (incoming, outgoing, next) =>
    memo.handle(incoming, outgoing, () => loadShedder.handle(incoming, outgoing, next));
}
