import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const tracing = (variables: Record<string, string>) => readConfig(variables).tracing;
const endpoint = 'http://collector:4318';

test('enables tracing when a collector is configured', () => {
  expect(tracing({})).toBeUndefined();
  expect(tracing({ OTEL_SERVICE_NAME: 'donors' })).toBeUndefined();
  expect(tracing({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).toEqual({ endpoint, ratio: 1 });
  const some = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: '0.01' };
  expect(tracing(some)).toEqual({ endpoint, ratio: 0.01 });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_TRACES_SAMPLER_ARG', '10'],
])('rejects %s=%s with one line that says what to use', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: use [^\\n]+\\.$`));
});
