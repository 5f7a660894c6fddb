import * as z from 'zod/mini';
import { logLevels } from '#platform/logs.ts';
import { tracingVariables } from './config-tracing.ts';

const text = z.optional(z.string().check(z.trim()));
const onOff = (byDefault: boolean) =>
  z.pipe(
    z._default(z.enum(['on', 'off'], 'use on or off'), byDefault ? 'on' : 'off'),
    z.transform((value: 'on' | 'off') => value === 'on'),
  );
const address = (...protocols: string[]) =>
  z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => protocols.includes(URL.parse(value)?.protocol ?? ''),
          `use an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
        ),
      ),
  );
const port = (message = 'use a port number from 1 to 65535') =>
  z.coerce.number(message).check(z.int(message), z.minimum(1, message), z.maximum(65535, message));

function wholeFrom(least: number, most: number, things: string) {
  const message = `use a number of ${things} from ${least} to ${most}`;
  return z.coerce.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message));
}

const masterKey = z.optional(z.string().check(z.minLength(16, 'use at least 16 characters')));

/** Every variable that the site reads, as its text and its type. */
export const Variables = z.object({
  PORT: z._default(port(), 3000),
  HOST: z._default(z.string(), 'localhost'),
  PUBLIC_URL: address('http:', 'https:'),
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: address('postgres:', 'postgresql:'),
  DATABASE_READ_URL: address('postgres:', 'postgresql:'),
  DATABASE_POOL: z._default(wholeFrom(6, 200, 'connections'), 24),
  SECRET_KEY: masterKey,
  NEW_SECRET_KEY: masterKey,
  IDENTITY_PROVIDER: z._default(z.enum(['embedded', 'firebase'], 'use embedded or firebase'), 'embedded'),
  FIREBASE_API_KEY: z.optional(z.string().check(z.regex(/^[^:]+$/, 'must not contain a colon'))),
  FIREBASE_AUTH_DOMAIN: z.optional(z.string().check(z.regex(/^[^:]+$/, 'must not contain a colon'))),
  FIREBASE_PROJECT_ID: text,
  IDENTITY_ANONYMOUS: onOff(false),
  IDENTITY_EMAIL_PRIVACY: onOff(false),
  IDENTITY_PASSWORD: onOff(true),
  IDENTITY_STRICT: onOff(false),
  IDENTITY_SESSION_DAYS: z._default(wholeFrom(1, 400, 'days'), 30),
  IDENTITY_REST_DAYS: z._default(wholeFrom(1, 400, 'days'), 14),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: address('https:', 'http:'),
  STRIPE_SECRET_KEY: z.optional(
    z.string().check(z.regex(/^(sk|rk)_(test|live)_/, 'a secret key begins with sk_test_ or sk_live_')),
  ),
  STRIPE_PUBLISHABLE_KEY: z.optional(
    z.string().check(z.regex(/^pk_(test|live)_/, 'a publishable key begins with pk_test_ or pk_live_')),
  ),
  STRIPE_WEBHOOK_SECRET: z.optional(
    z.string().check(z.regex(/^whsec_/, 'a webhook secret begins with whsec_')),
  ),
  ALLOW_TEST_PAYMENTS: onOff(false),
  IMAGES_UPLOAD_URL: address('https:', 'http:'),
  IMAGES_KEY: text,
  S3_ENDPOINT: address('https:', 'http:'),
  S3_BUCKET: z.optional(
    z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i, 'use the name of a bucket alone')),
  ),
  S3_REGION: z.optional(z.string().check(z.regex(/^[a-z0-9-]+$/i, 'use a region such as eu-central-1'))),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  SMTP_URL: address('smtp:', 'smtps:'),
  SMS_URL: address('https:', 'http:'),
  REDIS_URL: address('redis:', 'rediss:'),
  PLAIN_LINES: onOff(false),
  TRUST_PROXY: z._default(z.string(), ''),
  METRICS_PORT: z.optional(port()),
  LOG_LEVEL: z._default(z.enum(logLevels, `use ${logLevels.join(', ')}`), 'warn'),
  ...tracingVariables,
  LEAVE_OUT: z._default(z.string(), ''),
  RATE_LIMIT_SCALE: z._default(z.coerce.number('use a number').check(z.gt(0, 'use a number above 0')), 1),
  NODE_ENV: text,
});

export type Read = z.infer<typeof Variables>;
