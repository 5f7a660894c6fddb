import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import type { MetricsRegistry } from '../observability/metrics-registry.ts';
import type { RequestHandler } from './memo.ts';
import type { Metrics } from './metrics.ts';
import { createOverloadResponse, type OverloadBody } from './overload-response.ts';

/** With more requests in progress, each would wait for over a second, and clients would retry. */
const MAX_IN_PROGRESS = 512;

/**
 * Rejects requests beyond the limit with 503 and Retry-After, so that accepted requests finish in time.
 * `waiting` returns how many requests wait in queues with their own limits (hashes, uploads), which do not
 * count. `isExempt` returns whether a request is never rejected.
 */
export async function createLoadShedder(options: {
  securityHeaders: MiddlewareHandler;
  bodyOf: OverloadBody;
  waiting: () => number;
  isExempt: (incoming: IncomingMessage) => boolean;
  trustsSender?: (incoming: IncomingMessage) => boolean;
  record: Metrics['record'];
  metrics?: MetricsRegistry;
  max?: number;
}) {
  const { record, waiting, isExempt, metrics, max = MAX_IN_PROGRESS } = options;
  const reject = await createOverloadResponse(options);
  const inProgress = new Set<IncomingMessage>();
  const isFull = () => {
    if (inProgress.size - waiting() < max) return false;
    const working = [...inProgress].filter((incoming) => !waitsForBody(incoming));
    return working.length - waiting() >= max;
  };
  metrics?.gauge('http_requests_in_flight', 'Requests that the app is handling.', () => inProgress.size);
  const rejected = metrics?.counter(
    'http_requests_shed_total',
    'Requests rejected with 503 because too many were in progress.',
  );
  return {
    /**
     * Outermost middleware, which counts a request until it is done, even if its client has disconnected.
     * Requests that the app sends to itself do not count.
     */
    countInProgress: (async (c, next) => {
      const { incoming } = c.env ?? {};
      if (!incoming) return next();
      inProgress.add(incoming);
      try {
        await next();
      } finally {
        inProgress.delete(incoming);
      }
    }) satisfies MiddlewareHandler<{ Bindings: Partial<HttpBindings> }>,
    /** Runs before the app, and rejects the request or calls `next`. */
    handle: ((incoming, outgoing, next) => {
      const { url = '/', method = 'GET' } = incoming;
      if (isExempt(incoming) || !isFull()) return next();
      rejected?.();
      const startedAt = performance.now();
      reject(incoming, outgoing);
      record(url, method, 503, performance.now() - startedAt);
    }) satisfies RequestHandler,
  };
}

/**
 * Returns whether the body of the request is still arriving. Such a request causes no work yet. The app reads
 * no body of GET and HEAD.
 */
const waitsForBody = ({ complete, method }: IncomingMessage): boolean =>
  !complete && method !== 'GET' && method !== 'HEAD';
