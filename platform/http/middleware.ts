import type { Hono } from 'hono';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import type { Clock } from '../time.ts';
import { createLoadShedder } from './load-shedding/load-shedder.ts';
import type { OverloadBody } from './load-shedding/overload-response.ts';
import type { Metrics } from './metrics.ts';
import { recordRequests, type TelemetryOptions } from './request-telemetry.ts';
import { securityHeaders } from './security-headers.ts';
import { prioritizeReads } from './tuning/request-queue.ts';
import { type CacheScope, createResponseCache, type RequestHandler } from './tuning/response-cache.ts';

type FrontOptions = Omit<TelemetryOptions, 'record'> & {
  /** Whether the site is reached over HTTPS. */
  secure: boolean;
  /** The parts of the site whose responses are cached. */
  places: CacheScope[];
  clock: Clock;
  metrics: Metrics;
  metricsRegistry: MetricsRegistry;
  refusalBody: OverloadBody;
  /** Addresses that are never refused under load. */
  always: (url: string) => boolean;
};

/**
 * Mounts what every request passes first: counting, turns, the response cache, logs and traces, and common headers. Returns what
 * responds before the app does: from the cache, or with a refusal when there is too much to do.
 */
export async function mountMiddleware(app: Hono, options: FrontOptions): Promise<RequestHandler> {
  const { secure, places, clock, metrics, metricsRegistry, refusalBody, always, ...watch } = options;
  const { believes } = watch;
  const cache = createResponseCache({ places, clock, believes, count: metrics.countFromMemory });
  const front = securityHeaders({ secure });
  const { record } = metrics;
  const overload = await createLoadShedder({
    securityHeaders: front,
    bodyOf: refusalBody,
    believes,
    metrics: metricsRegistry,
    always: (url) => url === '/healthz' || url === '/readyz' || always(url),
    record,
  });
  app.use(overload.count);
  app.use(prioritizeReads(undefined, metricsRegistry));
  app.use(cache.keep);
  app.use(recordRequests({ record, ...watch }));
  app.use(front);
  return (incoming, outgoing, otherwise) =>
    cache.answer(incoming, outgoing, () => overload.answer(incoming, outgoing, otherwise));
}
