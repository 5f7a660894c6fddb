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
  /** Returns whether to use the request id and the trace that the sender supplies. */
  trustsSender: (incoming: IncomingMessage | undefined) => boolean;
  /** Returns the client address. */
  address?: (c: Context) => string;
  /** Logs the routes in flight when the event loop is blocked. */
  watchdog?: Pick<Watchdog, 'watch'>;
};

/** Logged at level debug, because load balancers request these every few seconds. */
const healthRoutes = new Set(['/healthz', '/readyz']);

/**
 * Gives each request an id for the log, and measures and traces the request. Logs and traces contain the
 * route, never the path or query, which may hold personal data.
 */
export function recordRequests(options: TelemetryOptions): MiddlewareHandler {
  const { record, log, tracing, trustsSender, address, watchdog } = options;
  /** Creates the context of a request. A request made in-process continues the context of its caller. */
  function createContext(c: Context) {
    const incoming = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming;
    const outer = incoming ? undefined : getContext();
    const header = (name: string) => (trustsSender(incoming) ? c.req.header(name) : undefined);
    const requestId = outer?.requestId ?? readRequestId(header('x-request-id'));
    const sender = outer?.sender ?? (address && (() => address(c)));
    const span = outer?.span?.child(c.req.method) ?? startSpan(c, header, requestId);
    return { requestId, sender, span, userAgent: c.req.header('user-agent') };
  }

  function startSpan(c: Context, header: (name: string) => string | undefined, requestId: string) {
    return tracing?.startSpan(c.req.method, {
      kind: 'server',
      parent: header('traceparent'),
      attributes: { 'request.id': requestId },
    });
  }

  return async (c, next) => {
    const startedAt = performance.now();
    const context = createContext(c);
    c.set('requestId', context.requestId);
    await runWithContext(context, async () => {
      await (watchdog ? watchdog.watch(() => `${c.req.method} ${routePath(c)}`, next) : next());
      const { method } = c.req;
      const route = routePath(c);
      const { status } = c.res;
      const ms = performance.now() - startedAt;
      record(c.req.path, method, status, ms, route);
      const level = healthRoutes.has(route) ? 'debug' : 'info';
      if (log.isLevelEnabled(level))
        log[level]({ method, route, status, ms: Math.round(ms * 10) / 10 }, 'request');
      if (context.span) endSpan(context.span, method, route, status);
    });
  };
}

function endSpan(span: Span, method: string, route: string, status: number): void {
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
