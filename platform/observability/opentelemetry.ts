import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  SpanKind as OtelKind,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { trimSlashes } from '../text.ts';
import { seconds } from '../time.ts';
import {
  runWithContext,
  type Span,
  type SpanKind,
  type SpanOptions,
  type Tracing,
} from './request-context.ts';

export type TracingSettings = {
  /** Base address of a collector. */
  endpoint: string;
  /**
   * Share of the traces that are sent, from 0 to 1. A decision in the caller's `traceparent` has priority.
   */
  ratio: number;
};

/** Called with the number of spans that could not be exported. */
type OnExportFailure = (error: unknown, spans: number) => void;

/** A collector that is down must not delay the exit of the process. */
const FLUSH_TIMEOUT_MS = seconds(3);

const kinds: Record<SpanKind, OtelKind> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
};

/**
 * Creates OpenTelemetry tracing without global state. `getContext` returns the current span in the request's
 * context. Import this file only if tracing is enabled, because the packages are large. Requests never wait
 * for the collector, because spans that do not fit in the queue are dropped.
 */
export function createTracing(
  { endpoint, ratio }: TracingSettings,
  onExportFailure: OnExportFailure,
): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${trimSlashes(endpoint)}/v1/traces` });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'blood-buddies' }))
      .merge(
        detectResources({
          detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector],
        }),
      ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportFailures(exporter, onExportFailure) })],
  });
  const tracer = provider.getTracer('blood-buddies');
  return {
    startSpan(name, { parent, ...options } = {}) {
      return createSpan(tracer, parseTraceparent(parent), name, options);
    },
    async close() {
      const sent = provider.shutdown().catch((error: unknown) => onExportFailure(error, 0));
      await Promise.race([sent, pause(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Reports export failures, which the SDK ignores. */
function reportFailures(exporter: SpanExporter, onExportFailure: OnExportFailure): SpanExporter {
  const exportSpans = exporter.export.bind(exporter);
  exporter.export = (spans, done) =>
    exportSpans(spans, (result) => {
      const { error } = result;
      // Log without a request id, because the failure belongs to no request, although a request started the
      // batch timer.
      if (error) runWithContext({}, () => onExportFailure(error, spans.length));
      done(result);
    });
  return exporter;
}

function createSpan(
  tracer: Tracer,
  context: Context,
  name: string,
  { kind = 'internal', attributes, agoMs }: SpanOptions,
): Span {
  const startedAt = agoMs === undefined ? undefined : Date.now() - agoMs;
  const span = tracer.startSpan(
    name,
    {
      kind: kinds[kind],
      ...(attributes && { attributes }),
      ...(startedAt !== undefined && { startTime: startedAt }),
    },
    context,
  );
  const childContext = trace.setSpan(context, span);
  return {
    traceId: span.spanContext().traceId,
    child: (name, options = {}) => createSpan(tracer, childContext, name, options),
    end({ name, attributes, error } = {}) {
      if (name) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (error !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', errorType(error));
      }
      span.end();
    },
  };
}

/** Returns the error's code or name. Messages may contain personal data. */
function errorType(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' && code ? code : String(name ?? 'unknown');
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function parseTraceparent(sent: string | undefined): Context {
  const parts = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-|$)/.exec(
    sent ?? '',
  );
  const [, traceId = '', spanId = '', flags = ''] = parts ?? [];
  if (!traceId) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
