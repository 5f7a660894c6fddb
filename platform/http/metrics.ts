import { Hono, type MiddlewareHandler } from 'hono';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export type Metrics = {
  /** Times every request, by service (`api`, `images`, ... `pages`), method and status. */
  observe: MiddlewareHandler;
  /** The same for an answer that the app was not asked for. `target` as sent, `ms` from request to answer. */
  record(target: string, method: string, status: number, ms: number): void;
  /** `/metrics` in Prometheus' text format, for a port of its own. */
  app: Hono;
};

export function createMetrics(services: readonly string[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer.',
    labelNames: ['service', 'method', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  // Only names we know become labels: a stranger must not be able to fill the memory with new ones.
  const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

  function record(target: string, method: string, status: number, ms: number): void {
    const first = /^\/([^/?]*)/.exec(target)?.[1] ?? '';
    durations.observe(
      {
        service: services.includes(first) ? first : 'pages',
        method: methods.has(method) ? method : 'other',
        status,
      },
      ms / 1000,
    );
  }

  const app = new Hono();
  app.get('/metrics', async (c) =>
    c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }),
  );
  return {
    app,
    async observe(c, next) {
      const began = performance.now();
      await next();
      record(c.req.path, c.req.method, c.res.status, performance.now() - began);
    },
    record,
  };
}
