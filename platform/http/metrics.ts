import { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { createMetricsRegistry, type MetricsRegistry } from '../observability/metrics-registry.ts';

export type Metrics = {
  /**
   * Times a request, by service (`api`, `images`, ... `pages`), method, status and the route that answered; none for an
   * answer that the app was not asked for. `target` as sent, `ms` from request to answer.
   */
  record(target: string, method: string, status: number, ms: number, route?: string): void;
  /** Counts an answer that was given from memory; `target` may be what its address begins with. */
  countFromMemory(target: string, method: string, status: number): void;
  /** Where other parts say how they are. */
  metricsRegistry: MetricsRegistry;
  /** `/metrics` in Prometheus' text format, for a port of its own. */
  app: Hono;
};

const labelNames = ['service', 'method', 'status'];

export function createMetrics(services: readonly string[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to answer, of what was not given from memory.',
    labelNames: [...labelNames, 'route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const fromMemory = new Counter({
    name: 'http_answers_from_memory_total',
    help: 'Answers given from memory, before any routing.',
    labelNames,
    registers: [registry],
  });
  // Only names we know become labels: a stranger must not be able to fill the memory with new ones.
  const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

  function serviceOf(target: string): string {
    const first = /^\/([^/?]*)/.exec(target)?.[1] ?? '';
    return services.includes(first) ? first : 'pages';
  }

  function record(target: string, method: string, status: number, ms: number, route = ''): void {
    durations.observe(
      { service: serviceOf(target), method: methods.has(method) ? method : 'other', status, route },
      ms / 1000,
    );
  }

  const app = new Hono();
  app.get('/metrics', async (c) =>
    c.body(await registry.metrics(), 200, { 'Content-Type': registry.contentType }),
  );
  return {
    app,
    metricsRegistry: createMetricsRegistry(registry),
    record,
    countFromMemory: (target, method, status) =>
      fromMemory.inc({ service: serviceOf(target), method, status }),
  };
}
