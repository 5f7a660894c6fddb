import { createMetrics } from '#platform/http/metrics.ts';
import type { Log } from '#platform/observability/log.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { TracingSettings } from '#platform/observability/opentelemetry.ts';
import { traceCalls } from '#platform/observability/request-context.ts';
import { minutes } from '#platform/time.ts';

/** By what an operator sees the house: numbers, and traces where a collector is named. */
export async function createObservability(settings: TracingSettings | undefined, log: Log) {
  const metrics = createMetrics(['api', 'identity', 'images', 'cards']);
  const { metricsRegistry } = metrics;
  const onUnsent = tellUnsent(log, metricsRegistry);
  const tracing =
    settings && (await import('#platform/observability/opentelemetry.ts')).createTracing(settings, onUnsent);
  const countPayment = metricsRegistry.counter(
    'payments_total',
    'What became of payments, once a change.',
    'outcome',
  );
  const countRefusal = metricsRegistry.counter('limits_refused_total', 'What a limit has refused.', 'limit');
  return {
    metrics,
    metricsRegistry,
    tracing,
    onPayment: (outcome: string) => countPayment({ outcome }),
    onRefused: (limit: string) => countRefusal({ limit }),
    /** Calls of third parties are steps of the trace of whoever makes them. */
    watchedParties: <Parties extends Record<string, object>>(integrations: Parties): Parties =>
      tracing ? inSpans(integrations) : integrations,
  };
}

const inSpans = <Parties extends Record<string, object>>(integrations: Parties): Parties =>
  Object.fromEntries(
    Object.entries(integrations).map(([as, integration]) => [as, traceCalls(as, integration)]),
  ) as Parties;

/** A collector that is away for a day is a line a minute, not one for each batch. */
function tellUnsent(log: Log, metricsRegistry: MetricsRegistry) {
  const count = metricsRegistry.counter('traces_unsent_total', 'Steps of traces that could not be sent.');
  let toldAt = Number.NEGATIVE_INFINITY;
  return (error: unknown, steps: number) => {
    count({}, steps);
    if (performance.now() - toldAt < minutes(1)) return;
    toldAt = performance.now();
    log.warn({ err: error }, 'traces cannot be sent: OTEL_EXPORTER_OTLP_ENDPOINT');
  };
}
