import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const tracing = (variables: Record<string, string>) => readConfig(variables).tracing;
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };

test('enables tracing when a collector or an exporter is configured', () => {
  expect(tracing({})).toBeUndefined();
  expect(tracing({ OTEL_SERVICE_NAME: 'donors' })).toBeUndefined();
  expect(tracing(endpoint)).toEqual({
    exporter: 'otlp',
    protocol: 'http/protobuf',
    sampler: 'parentbased_always_on',
    ratio: 1,
    batch: {
      scheduledDelayMillis: 5000,
      exportTimeoutMillis: 30_000,
      maxQueueSize: 2048,
      maxExportBatchSize: 512,
    },
  });
  expect(tracing({ OTEL_TRACES_EXPORTER: 'otlp' })).toMatchObject({ exporter: 'otlp' });
  expect(tracing({ OTEL_TRACES_EXPORTER: 'console' })).toMatchObject({ exporter: 'console' });
  expect(tracing({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' })).toBeUndefined();
  expect(tracing({ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' })).toBeUndefined();
});

test('prefers trace-specific variables to general ones, and limits the batch size to the queue size', () => {
  const both = {
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
  };
  expect(tracing({ ...endpoint, ...both })).toMatchObject({ protocol: 'http/json' });
  const queue = { OTEL_BSP_MAX_QUEUE_SIZE: '100', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '200' };
  expect(tracing({ ...endpoint, ...queue })?.batch).toMatchObject({
    maxQueueSize: 100,
    maxExportBatchSize: 100,
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '10'],
  ['OTEL_BSP_SCHEDULE_DELAY', '-1'],
])('rejects %s=%s with one line that says what to use', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: use [^\\n]+\\.$`));
});
