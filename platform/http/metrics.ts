import cluster from 'node:cluster';
import { Hono } from 'hono';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { createMetricsRegistry, type MetricsRegistry } from '../observability/metrics-registry.ts';

export type Metrics = {
  /**
   * Records the duration of a request in ms by service (`api`, `images`, ... `pages`), method, status and
   * route. `target` is the request target as sent. `route` is absent when the app did not handle the request.
   */
  record(target: string, method: string, status: number, ms: number, route?: string): void;
  /** Counts a cached response. `target` is the request target or its prefix. */
  countCached(target: string, method: string, status: number): void;
  /** Registers further metrics. */
  metricsRegistry: MetricsRegistry;
  /** Serves `/metrics` in Prometheus text format, on a separate port. */
  app: Hono;
};

const labelNames = ['service', 'method', 'status'];

export function createMetrics(services: readonly string[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  if (cluster.isWorker) sendToSupervisor(registry);
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to response, excluding cached responses.',
    labelNames: [...labelNames, 'route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  const fromMemory = new Counter({
    name: 'http_cached_responses_total',
    help: 'Responses served from memory, before routing.',
    labelNames,
    registers: [registry],
  });
  // Use only known methods as labels, so that clients cannot create unlimited time series.
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
    countCached: (target, method, status) => fromMemory.inc({ service: serviceOf(target), method, status }),
  };
}

/** Sends the metrics whenever the supervisor requests them. */
function sendToSupervisor(registry: Registry): void {
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
}

/** Serves `/metrics` of all worker processes together, from the process that started them. */
export function serveWorkerMetrics(): Hono {
  const registry = new AggregatorRegistry();
  return new Hono().get('/metrics', async (c) =>
    c.body(await registry.clusterMetrics(), 200, { 'Content-Type': registry.contentType }),
  );
}
