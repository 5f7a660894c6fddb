import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  SECRET_KEY: 'a key for tests only',
};
const s3 = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const postgres = 'postgres://site:hunter2@db.example.org';

const insecure: [environment: Record<string, string>, fix: string][] = [
  [{ SMTP_URL: 'smtp://me:pass@mail.example.org:587' }, 'SMTP_URL: the connection to mail.example.org is'],
  [{ SMTP_URL: 'smtp://mail.example.org?requireTLS=false' }, 'end it with ?requireTLS=true'],
  [{ SMS_URL: 'http://me:key@sms.example.org/send' }, 'SMS_URL: the connection to sms.example.org is'],
  [{ REDIS_URL: 'redis://limits.example.org' }, 'use rediss://'],
  [{ ...s3, S3_ENDPOINT: 'http://93.184.215.14:9000' }, 'S3_ENDPOINT: the connection to 93.184.215.14 is'],
  [{ ...s3, S3_ENDPOINT: 'http://[2606:2800:21f::1]' }, 'use https://'],
  [{ IMAGES_UPLOAD_URL: 'http://images.example.org/upload', IMAGES_KEY: 'k' }, 'IMAGES_UPLOAD_URL'],
  [{ DATABASE_URL: `${postgres}/site` }, 'DATABASE_URL: the connection to db.example.org is'],
  [{ DATABASE_URL: `${postgres}/site?sslmode=disable` }, 'end it with ?sslmode=verify-full'],
  [
    { DATABASE_URL: `${postgres}/site?sslmode=require`, DATABASE_READ_URL: `${postgres}/site` },
    'DATABASE_READ_URL',
  ],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example.org:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
];

test.each(insecure)('rejects an unencrypted connection in production and names the fix: %j', (set, named) => {
  const read = () => readConfig({ ...production, ...set });
  expect(read).toThrow(named);
  expect(read).toThrow('ALLOW_INSECURE_CONNECTIONS=on');
  expect(read).not.toThrow(/hunter2|pass|key@/);
  expect(() => readConfig({ ...production, ...set, ALLOW_INSECURE_CONNECTIONS: 'on' })).not.toThrow();
  const { NODE_ENV, ...elsewhere } = production;
  expect(NODE_ENV).toBe('production');
  expect(() => readConfig({ ...elsewhere, ...set })).not.toThrow();
});

test.each([
  { SMTP_URL: 'smtps://me:pass@mail.example.org' },
  { SMTP_URL: 'smtp://mail.example.org:587?requireTLS=true' },
  { SMTP_URL: 'smtp://127.0.0.1:2525' },
  { SMTP_URL: 'smtp://localhost:2525' },
  { SMS_URL: 'http://10.1.2.3/send' },
  { SMS_URL: 'http://[::1]:8080/send' },
  { SMS_URL: 'http://[fd00::5]/send' },
  { REDIS_URL: 'redis://valkey:6379' },
  { REDIS_URL: 'redis://192.168.4.2' },
  { REDIS_URL: 'rediss://limits.example.org' },
  { ...s3, S3_ENDPOINT: 'http://storage.internal:9000' },
  { ...s3, S3_ENDPOINT: 'http://172.30.80.20:9000' },
  { DATABASE_URL: 'postgres://site@postgres/site' },
  { DATABASE_URL: 'postgres://site@localhost/site?host=/var/run/postgresql' },
  { DATABASE_URL: `${postgres}/site?sslmode=verify-full` },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
  {},
])(
  'accepts encrypted connections in production, and unencrypted ones to this machine or a private network: %j',
  (set) => {
    expect(readConfig({ ...production, ...set }).production).toBe(true);
  },
);

test('reads a secret from a file, without the trailing line break', () => {
  const folder = mkdtempSync(join(tmpdir(), 'blood-buddies-secrets-'));
  const file = join(folder, 'key');
  writeFileSync(file, 'a key out of a vault\n');
  expect(readConfig({ SECRET_KEY_FILE: file }).secretKey).toBe('a key out of a vault');
  expect(() => readConfig({ SECRET_KEY_FILE: file, SECRET_KEY: 'another one, as long' })).toThrow(
    'SECRET_KEY and SECRET_KEY_FILE are both set: use one of them.',
  );
  // The error does not quote the secret.
  expect(() => readConfig({ DATABASE_URL_FILE: file })).toThrow(/^DATABASE_URL: use an address[^\n]+$/);
  writeFileSync(file, '\n');
  expect(() => readConfig({ SECRET_KEY_FILE: file })).toThrow(`SECRET_KEY_FILE: ${file} is empty.`);
  rmSync(folder, { recursive: true });
  expect(() => readConfig({ SECRET_KEY_FILE: file })).toThrow(
    `SECRET_KEY_FILE: ${file} cannot be read (ENOENT).`,
  );
  expect(readConfig({ SECRET_KEY_FILE: '' }).secretKey).toBeUndefined();
});

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
  ['LOG_LEVEL', 'loud'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_EXPORTER', 'zipkin'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '10'],
  ['OTEL_BSP_SCHEDULE_DELAY', '-1'],
])('rejects %s=%s with one line that says what to use', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: use [^\\n]+\\.$`));
});

test('logs warnings and errors by default, and more with LOG_LEVEL', () => {
  expect(readConfig({}).logLevel).toBe('warn');
  expect(readConfig({ LOG_LEVEL: 'info' }).logLevel).toBe('info');
});
