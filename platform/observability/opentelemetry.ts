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
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { seconds } from '../time.ts';
import {
  runWithContext,
  type Span,
  type SpanKind,
  type SpanOptions,
  type Tracing,
} from './request-context.ts';

/** As OpenTelemetry's variables say it; those of the exporter and the resource its packages read themselves. */
export type TracingSettings = {
  exporter: 'otlp' | 'console';
  protocol: 'http/protobuf' | 'http/json';
  sampler: `${'parentbased_' | ''}${'always_on' | 'always_off' | 'traceidratio'}`;
  /** From 0 to 1, for `traceidratio`. */
  ratio: number;
  /** How spans are gathered before they are sent. */
  batch: {
    scheduledDelayMillis: number;
    exportTimeoutMillis: number;
    maxQueueSize: number;
    maxExportBatchSize: number;
  };
};

/** Told of so many steps that could not be sent, and why. */
type OnExportFailure = (error: unknown, steps: number) => void;

/** A collector that is away must not hold up the end of the process. */
const LONGEST_FLUSH = seconds(3);

const kinds: Record<SpanKind, OtelKind> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  consumer: OtelKind.CONSUMER,
};

/**
 * OpenTelemetry's SDK, with nothing global: which step is under way is known by `currentWork`. Its packages are large: this
 * file loads where traces are wanted. A collector that is away or slow costs a request nothing: what does not fit the
 * queue is dropped.
 */
export function createTracing(settings: TracingSettings, onUnsent: OnExportFailure): Tracing {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'blood-buddies' }))
      .merge(
        detectResources({
          detectors: [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector],
        }),
      ),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: telling(exporterOf(settings), onUnsent), ...settings.batch }),
    ],
  });
  const tracer = provider.getTracer('blood-buddies');
  return {
    begin(name, { parent, ...options } = {}) {
      return start(tracer, parentIn(parent), name, options);
    },
    async close() {
      const sent = provider.shutdown().catch((error: unknown) => onUnsent(error, 0));
      await Promise.race([sent, pause(LONGEST_FLUSH, undefined, { ref: false })]);
    },
  };
}

/** The SDK itself keeps to itself what could not be sent. */
function telling(exporter: SpanExporter, onUnsent: OnExportFailure): SpanExporter {
  const sends = exporter.export.bind(exporter);
  exporter.export = (spans, done) =>
    sends(spans, (result) => {
      const { error } = result;
      // No request is to blame, though one of them has set the timer of the batch.
      if (error) runWithContext({}, () => onUnsent(error, spans.length));
      done(result);
    });
  return exporter;
}

function exporterOf({ exporter, protocol }: TracingSettings): SpanExporter {
  if (exporter === 'console') return new ConsoleSpanExporter();
  return protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter();
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  if (sampler.startsWith('parentbased_')) {
    const root = samplerOf({ sampler: sampler.slice(12), ratio } as TracingSettings);
    return new ParentBasedSampler({ root });
  }
  if (sampler === 'traceidratio') return new TraceIdRatioBasedSampler(ratio);
  return sampler === 'always_off' ? new AlwaysOffSampler() : new AlwaysOnSampler();
}

function start(
  tracer: Tracer,
  context: Context,
  name: string,
  { kind = 'internal', attributes, agoMs }: SpanOptions,
): Span {
  const began = agoMs === undefined ? undefined : Date.now() - agoMs;
  const span = tracer.startSpan(
    name,
    {
      kind: kinds[kind],
      ...(attributes && { attributes }),
      ...(began !== undefined && { startTime: began }),
    },
    context,
  );
  const within = trace.setSpan(context, span);
  return {
    traceId: span.spanContext().traceId,
    child: (name, options = {}) => start(tracer, within, name, options),
    end({ name, attributes, error } = {}) {
      if (name) span.updateName(name);
      if (attributes) span.setAttributes(attributes);
      if (error !== undefined) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', kindOf(error));
      }
      span.end();
    },
  };
}

/** Messages may repeat what a person has typed: a code or a name says enough. */
function kindOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === 'string' && code ? code : String(name ?? 'unknown');
}

/** https://www.w3.org/TR/trace-context/#traceparent-header */
function parentIn(sent: string | undefined): Context {
  const parts = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-|$)/.exec(
    sent ?? '',
  );
  const [, traceId = '', spanId = '', flags = ''] = parts ?? [];
  if (!traceId) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
