import * as z from 'zod/mini';
import type { TracingSettings } from '#platform/opentelemetry.ts';

const count = (byDefault: number) => {
  const message = 'use a whole number above 0';
  return z._default(z.coerce.number(message).check(z.int(message), z.minimum(1, message)), byDefault);
};
const share = 'use a number from 0 to 1';
const protocol = z.optional(
  z.enum(['http/protobuf', 'http/json'], 'use http/protobuf or http/json, at port 4318 of most collectors'),
);
const collector = z.optional(z.url({ protocol: /^https?$/, error: 'use an address that begins with http' }));
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export const tracingVariables = {
  OTEL_SDK_DISABLED: z._default(z.string(), 'false'),
  OTEL_TRACES_EXPORTER: z.optional(z.enum(['otlp', 'console', 'none'], 'use otlp, console or none')),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector,
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_TRACES_SAMPLER: z._default(z.enum(samplers, `use ${samplers.join(', ')}`), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.coerce.number(share).check(z.minimum(0, share), z.maximum(1, share)),
    1,
  ),
  OTEL_BSP_SCHEDULE_DELAY: count(5000),
  OTEL_BSP_EXPORT_TIMEOUT: count(30_000),
  OTEL_BSP_MAX_QUEUE_SIZE: count(2048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count(512),
};

const Tracing = z.object(tracingVariables);

/** Nothing where nobody has named a collector. */
export function readTracing(v: z.infer<typeof Tracing>): TracingSettings | undefined {
  const named = v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? v.OTEL_EXPORTER_OTLP_ENDPOINT;
  const exporter = v.OTEL_TRACES_EXPORTER ?? (named ? 'otlp' : 'none');
  if (exporter === 'none' || v.OTEL_SDK_DISABLED.toLowerCase() === 'true') return undefined;
  return {
    exporter,
    protocol: v.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? v.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/protobuf',
    sampler: v.OTEL_TRACES_SAMPLER,
    ratio: v.OTEL_TRACES_SAMPLER_ARG,
    batch: {
      scheduledDelayMillis: v.OTEL_BSP_SCHEDULE_DELAY,
      exportTimeoutMillis: v.OTEL_BSP_EXPORT_TIMEOUT,
      maxQueueSize: v.OTEL_BSP_MAX_QUEUE_SIZE,
      maxExportBatchSize: Math.min(v.OTEL_BSP_MAX_EXPORT_BATCH_SIZE, v.OTEL_BSP_MAX_QUEUE_SIZE),
    },
  };
}
