import type { IncomingMessage } from 'node:http';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Log } from '../observability/log.ts';
import { getContext, runWithContext, type Span, type Tracing } from '../observability/request-context.ts';
import type { Watchdog } from '../observability/watchdog.ts';
import type { Metrics } from './metrics.ts';
import { readRequestId } from './security-headers.ts';

export type TelemetryOptions = {
  record: Metrics['record'];
  log: Log;
  tracing: Tracing | undefined;
  /** Whether the id and the trace that a request names are taken over. */
  believes: (incoming: IncomingMessage | undefined) => boolean;
  /** From where a request comes. */
  address?: (c: Context) => string;
  /** Names the routes that were under way when the event loop was blocked. */
  watchdog?: Pick<Watchdog, 'watch'>;
};

/** A balancer asks for these every few seconds. */
const asked = new Set(['/healthz', '/readyz']);

/**
 * Gives each request its id, by which its lines in the log are found, counts and times it, and makes it a trace. Told
 * is its route, never its path or its query, which a stranger may fill with anything.
 */
export function recordRequests(options: TelemetryOptions): MiddlewareHandler {
  const { record, log, tracing, believes, address, watchdog } = options;
  /** What the house asks itself belongs to the request that asked. */
  function workOf(c: Context) {
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
    const outer = incoming ? undefined : getContext();
    const header = (name: string) => (believes(incoming) ? c.req.header(name) : undefined);
    const requestId = outer?.requestId ?? readRequestId(header('x-request-id'));
    const sender = outer?.sender ?? (address && (() => address(c)));
    return { requestId, sender, span: outer?.span?.child(c.req.method) ?? begin(c, header, requestId) };
  }

  function begin(c: Context, header: (name: string) => string | undefined, requestId: string) {
    return tracing?.begin(c.req.method, {
      kind: 'server',
      parent: header('traceparent'),
      attributes: { 'request.id': requestId },
    });
  }

  return async (c, next) => {
    const began = performance.now();
    const work = workOf(c);
    c.set('requestId', work.requestId);
    await runWithContext(work, async () => {
      await (watchdog ? watchdog.watch(() => `${c.req.method} ${routePath(c)}`, next) : next());
      const { method } = c.req;
      const route = routePath(c);
      const { status } = c.res;
      const ms = performance.now() - began;
      record(c.req.path, method, status, ms, route);
      const level = asked.has(route) ? 'debug' : 'info';
      if (log.isLevelEnabled(level))
        log[level]({ method, route, status, ms: Math.round(ms * 10) / 10 }, 'request');
      if (work.span) end(work.span, method, route, status);
    });
  };
}

function end(span: Span, method: string, route: string, status: number): void {
  span.end({
    name: `${method} ${route}`,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
    },
    ...(status >= 500 && { error: { code: String(status) } }),
  });
}
