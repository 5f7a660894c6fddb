import type { Span, SpanOptions } from './work.ts';

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

export type Tracing = {
  /** The first step of a trace in this process. `parent`: a W3C `traceparent` that is believed. */
  begin(name: string, options?: SpanOptions & { parent?: string | undefined }): Span;
  /** Sends what is gathered, for a few seconds at most. */
  close(): Promise<void>;
};

/** Told of so many steps that could not be sent, and why. */
export type OnUnsent = (error: unknown, steps: number) => void;

/**
 * Its packages are large: they load where traces are wanted. A collector that is away or slow costs a request nothing:
 * what does not fit the queue is dropped.
 */
export async function openTracing(settings: TracingSettings, onUnsent: OnUnsent): Promise<Tracing> {
  const { createTracing } = await import('./opentelemetry.ts');
  return createTracing(settings, onUnsent);
}
