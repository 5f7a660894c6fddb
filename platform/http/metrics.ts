import { Hono } from 'hono';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { createMeasures, type Measures } from '../measures.ts';

/** One more answer. */
export type Count = (method: string, status: number) => void;

export type Metrics = {
  /**
   * Times a request, by service (`api`, `images`, ... `pages`), method, status and the route that answered; none for an
   * answer that the app was not asked for. `target` as sent, `ms` from request to answer.
   */
  record(target: string, method: string, status: number, ms: number, route?: string): void;
  /**
   * Counts answers that take next to no time, below a prefix of addresses. prom-client reads labels anew for each, which
   * costs a twentieth of such an answer: it gets their sums when somebody asks for them.
   */
  counterBelow(prefix: string): Count;
  /** Where other parts say how they are. */
  measures: Measures;
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
  /** By service, then by method and status: answers since somebody asked last. */
  const uncollected: [service: string, Map<string, number>][] = [];
  new Counter({
    name: 'http_answers_from_memory_total',
    help: 'Answers given from memory, before any routing.',
    labelNames,
    registers: [registry],
    collect() {
      for (const [service, answers] of uncollected) {
        for (const [kind, count] of answers) {
          const [method = '', status = ''] = kind.split(' ');
          this.inc({ service, method, status }, count);
        }
        answers.clear();
      }
    },
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
    measures: createMeasures(registry),
    record,
    counterBelow(prefix) {
      const answers = new Map<string, number>();
      uncollected.push([serviceOf(prefix), answers]);
      return (method, status) => {
        const kind = `${method} ${status}`;
        answers.set(kind, (answers.get(kind) ?? 0) + 1);
      };
    },
  };
}
