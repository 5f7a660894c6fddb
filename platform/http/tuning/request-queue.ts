import type { MiddlewareHandler } from 'hono';
import type { MetricsRegistry } from '../../observability/metrics-registry.ts';

/** Begun in one turn of the event loop: some milliseconds, after which whoever came meanwhile is seen. */
const AT_ONCE = 4;

type Begin = () => void;

/**
 * Lets a few requests begin in each turn of the event loop, reads first, so that whoever only reads does not wait for
 * all the writes that came with it. What a door in front of the app answers comes in between, too. One write begins
 * in each turn, however many read.
 */
export function prioritizeReads(atOnce = AT_ONCE, metrics?: MetricsRegistry): MiddlewareHandler {
  const reads: Begin[] = [];
  const writes: Begin[] = [];
  metrics?.gauge('http_requests_waiting', 'Requests that wait for their turn to begin.', () => [
    [{ kind: 'read' }, reads.length],
    [{ kind: 'write' }, writes.length],
  ]);
  let begun = 0;
  let turning = false;

  function nextTurn(): void {
    begun = 0;
    while (begun < atOnce) {
      const begin = begun === 0 ? (writes.shift() ?? reads.shift()) : (reads.shift() ?? writes.shift());
      if (!begin) break;
      begun += 1;
      begin();
    }
    turning = begun > 0;
    if (turning) setImmediate(nextTurn);
  }

  const turn = (queue: Begin[]) =>
    new Promise<void>((begin) => {
      queue.push(begin);
    });

  return async (c, next) => {
    if (!turning) {
      turning = true;
      setImmediate(nextTurn);
    }
    if (begun < atOnce) begun += 1;
    else await turn(c.req.method === 'GET' || c.req.method === 'HEAD' ? reads : writes);
    await next();
  };
}
