import { createMetrics } from '#platform/http/metrics.ts';
import type { Log } from '#platform/observability/log.ts';
import type { MetricsRegistry } from '#platform/observability/metrics-registry.ts';
import type { TracingSettings } from '#platform/observability/opentelemetry.ts';
import { traceCalls } from '#platform/observability/request-context.ts';
import { createWatchdog } from '#platform/observability/watchdog.ts';
import { minutes } from '#platform/time.ts';
import { version } from './version.ts';

export type Observability = Awaited<ReturnType<typeof createObservability>>;

/** Creates the metrics, the event loop's watchdog and, with a collector configured, traces. */
export async function createObservability(settings: TracingSettings | undefined, log: Log) {
  const metrics = createMetrics(['api', 'identity', 'images', 'cards']);
  const { metricsRegistry } = metrics;
  const onExportError = logExportErrors(log, metricsRegistry);
  metricsRegistry.gauge('build_info', 'The version of the site.', () => [[{ version }, 1]], 'site');
  const tracing =
    settings &&
    (await import('#platform/observability/opentelemetry.ts')).createTracing(settings, onExportError);
  const countPayment = metricsRegistry.counter('payments_total', 'Payments, by their outcome.', 'outcome');
  const countRejected = metricsRegistry.counter(
    'limits_rejected_total',
    'Requests rejected by a rate limit.',
    'limit',
  );
  const countEvent = metricsRegistry.counter(
    'security_events_total',
    'Sign-ins, rejections and other events of the security log.',
    'event',
  );
  return {
    metrics,
    metricsRegistry,
    tracing,
    watchdog: createWatchdog(log, metricsRegistry),
    onPayment: (outcome: string) => countPayment({ outcome }),
    onSecurityEvent: (event: string) => countEvent({ event }),
    onRateLimited: (limit: string) => countRejected({ limit }),
    /**
     * Returns the adapters of the outside systems. If tracing is configured, each call becomes a span of the
     * caller's trace.
     */
    traceAdapters: <Adapters extends Record<string, object>>(adapters: Adapters): Adapters =>
      tracing ? withSpans(adapters) : adapters,
  };
}

const withSpans = <Adapters extends Record<string, object>>(adapters: Adapters): Adapters =>
  Object.fromEntries(
    Object.entries(adapters).map(([name, adapter]) => [name, traceCalls(name, adapter)]),
  ) as Adapters;

/**
 * Returns a function that counts the spans that were not exported, and logs the error at most once a minute.
 */
function logExportErrors(log: Log, metricsRegistry: MetricsRegistry) {
  const count = metricsRegistry.counter('traces_dropped_total', 'Spans that could not be exported.');
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (error: unknown, spans: number) => {
    count({}, spans);
    if (performance.now() - loggedAt < minutes(1)) return;
    loggedAt = performance.now();
    log.warn({ err: error }, 'traces cannot be exported: check OTEL_EXPORTER_OTLP_ENDPOINT');
  };
}
