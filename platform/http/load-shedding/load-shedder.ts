import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { MetricsRegistry } from '../../observability/metrics-registry.ts';
import type { Metrics } from '../metrics.ts';
import type { RequestHandler } from '../tuning/response-cache.ts';
import { createConcurrencyGate } from './concurrency-limit.ts';
import { createOverloadResponse, type OverloadBody } from './overload-response.ts';

/**
 * Rejects requests beyond this process's capacity with 503 and Retry-After, so that accepted requests finish in time.
 * `isExempt`: whether a request for this address (as sent) is never rejected.
 */
export async function createLoadShedder(options: {
  securityHeaders: MiddlewareHandler;
  bodyOf: OverloadBody;
  isExempt: (url: string) => boolean;
  trustsSender?: (incoming: IncomingMessage) => boolean;
  record: Metrics['record'];
  metrics?: MetricsRegistry;
  gate?: ReturnType<typeof createConcurrencyGate>;
}) {
  const { record, isExempt, metrics, gate = createConcurrencyGate() } = options;
  const reject = await createOverloadResponse(options);
  metrics?.gauge('http_requests_in_flight', 'Requests that the app is handling.', gate.inFlight);
  const rejected = metrics?.counter(
    'http_requests_shed_total',
    'Requests rejected with 503: too many in flight, or too many in one event loop tick.',
    'reason',
  );
  return {
    /** Outermost middleware: counts requests in flight. */
    trackInFlight: ((_c, next) => gate.track(next)) satisfies MiddlewareHandler,
    /** Runs before the app: rejects the request or calls `next`. */
    handle: ((incoming, outgoing, next) => {
      const { url = '/', method = 'GET' } = incoming;
      const reason = gate.overloadReason();
      if (reason === undefined || isExempt(url)) {
        gate.accept();
        return next();
      }
      rejected?.({ reason });
      const startedAt = performance.now();
      reject(incoming, outgoing);
      record(url, method, 503, performance.now() - startedAt);
    }) satisfies RequestHandler,
  };
}
