import type { MiddlewareHandler } from 'hono';
import type { MetricsRegistry } from '../../observability/metrics-registry.ts';

/** Requests that start in each event loop tick: some milliseconds of work before new connections are accepted. */
const DEFAULT_MAX_PER_TICK = 4;

type Start = () => void;

/**
 * Starts a few requests in each event loop tick, reads first, so that a read does not wait for all writes that arrived
 * with it. Cached responses and other work run between ticks. Each tick starts at least one waiting write.
 */
export function prioritizeReads(
  maxPerTick = DEFAULT_MAX_PER_TICK,
  metrics?: MetricsRegistry,
): MiddlewareHandler {
  const reads: Start[] = [];
  const writes: Start[] = [];
  metrics?.gauge('http_requests_queued', 'Requests waiting in the request queue.', () => [
    [{ kind: 'read' }, reads.length],
    [{ kind: 'write' }, writes.length],
  ]);
  let startedInTick = 0;
  let isScheduled = false;

  function runTick(): void {
    startedInTick = 0;
    while (startedInTick < maxPerTick) {
      const start =
        startedInTick === 0 ? (writes.shift() ?? reads.shift()) : (reads.shift() ?? writes.shift());
      if (!start) break;
      startedInTick += 1;
      start();
    }
    isScheduled = startedInTick > 0;
    if (isScheduled) setImmediate(runTick);
  }

  const enqueue = (queue: Start[]) =>
    new Promise<void>((start) => {
      queue.push(start);
    });

  return async (c, next) => {
    if (!isScheduled) {
      isScheduled = true;
      setImmediate(runTick);
    }
    if (startedInTick < maxPerTick) startedInTick += 1;
    else await enqueue(c.req.method === 'GET' || c.req.method === 'HEAD' ? reads : writes);
    await next();
  };
}
