import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://donors.example.org',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  SECRET_KEY: 'a key for tests only',
};
const s3 = { S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
const postgres = 'postgres://site:hunter2@db.example.org';

const insecure: [variables: Record<string, string>, expectedError: string][] = [
  [{ SMTP_URL: 'smtp://me:pass@mail.example.org:587' }, 'SMTP_URL: the connection to mail.example.org is'],
  [{ SMTP_URL: 'smtp://mail.example.org?requireTLS=false' }, 'end it with ?requireTLS=true'],
  [{ SMS_URL: 'http://me:key@sms.example.org/send' }, 'SMS_URL: the connection to sms.example.org is'],
  [{ ...s3, S3_ENDPOINT: 'http://93.184.215.14:9000' }, 'S3_ENDPOINT: the connection to 93.184.215.14 is'],
  [{ ...s3, S3_ENDPOINT: 'http://[2606:2800:21f::1]' }, 'use https://'],
  [{ IMAGES_UPLOAD_URL: 'http://images.example.org/upload', IMAGES_KEY: 'k' }, 'IMAGES_UPLOAD_URL'],
  [{ DATABASE_URL: `${postgres}/site` }, 'DATABASE_URL: the connection to db.example.org is'],
  [{ DATABASE_URL: `${postgres}/site?sslmode=disable` }, 'end it with ?sslmode=verify-full'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example.org:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
];

test.each(insecure)(
  'rejects an unencrypted connection in production and names the fix: %j',
  (variables, expectedError) => {
    const read = () => readConfig({ ...production, ...variables });
    expect(read).toThrow(expectedError);
    expect(read).toThrow('ALLOW_INSECURE_CONNECTIONS=on');
    expect(read).not.toThrow(/hunter2|pass|key@/);
    expect(() => readConfig({ ...production, ...variables, ALLOW_INSECURE_CONNECTIONS: 'on' })).not.toThrow();
    const { NODE_ENV, PUBLIC_URL, ...development } = production;
    expect([NODE_ENV, PUBLIC_URL]).toEqual(['production', 'https://donors.example.org']);
    expect(() => readConfig({ ...development, ...variables })).not.toThrow();
  },
);

test.each([
  { SMTP_URL: 'smtps://me:pass@mail.example.org' },
  { SMTP_URL: 'smtp://mail.example.org:587?requireTLS=true' },
  { SMTP_URL: 'smtp://127.0.0.1:2525' },
  { SMTP_URL: 'smtp://localhost:2525' },
  { SMS_URL: 'http://10.1.2.3/send' },
  { SMS_URL: 'http://[::1]:8080/send' },
  { SMS_URL: 'http://[fd00::5]/send' },
  { ...s3, S3_ENDPOINT: 'http://storage.internal:9000' },
  { ...s3, S3_ENDPOINT: 'http://172.30.80.20:9000' },
  { DATABASE_URL: 'postgres://site@postgres/site' },
  { DATABASE_URL: 'postgres://site@localhost/site?host=/var/run/postgresql' },
  { DATABASE_URL: `${postgres}/site?sslmode=verify-full` },
  { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
  {},
])(
  'in production accepts encrypted connections, others only to this machine or private networks: %j',
  (variables) => {
    expect(readConfig({ ...production, ...variables }).production).toBe(true);
  },
);
