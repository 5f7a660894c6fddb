import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { SetupError } from '#platform/errors.ts';
import { logLevels } from '#platform/logs.ts';
import { days as inMs } from '#platform/time.ts';
import { refusePlainLines } from './config-lines.ts';
import { readList, readParts } from './config-lists.ts';
import { withSecretFiles } from './config-secrets.ts';
import { readTracing, tracingVariables } from './config-tracing.ts';

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
const google = 'https://accounts.google.com';

const Variables = z.object({
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

/** What the site runs with. */
export type Config = ReturnType<typeof readConfig>;

/**
 * The only reader of the environment. An empty variable counts as one that is not set.
 * @throws SetupError with one line that names the variable and says what to do
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  const set = withSecretFiles(Object.fromEntries(given));
  const read = z.safeParse(Variables, set);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SetupError(`${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const v = read.data;
  const production = v.NODE_ENV === 'production';
  const dataDir = resolve(v.DATA_DIR);
  checkThirdParties(v, production);
  if (production && !v.PLAIN_LINES) refusePlainLines(v);
  return {
    production,
    port: v.PORT,
    host: v.HOST,
    publicUrl: readOrigin(v.PUBLIC_URL ?? `http://localhost:${v.PORT}`),
    dataDir,
    outboxDir: join(dataDir, 'outbox'),
    databaseUrl: v.DATABASE_URL,
    databaseReadUrl: v.DATABASE_READ_URL,
    databasePool: v.DATABASE_POOL,
    secretKey: v.SECRET_KEY,
    /** For the operator's command alone. */
    newSecretKey: v.NEW_SECRET_KEY,
    identity:
      v.IDENTITY_PROVIDER === 'embedded'
        ? ({ provider: 'embedded' } as const)
        : ({
            provider: 'firebase',
            apiKey: v.FIREBASE_API_KEY ?? '',
            authDomain: v.FIREBASE_AUTH_DOMAIN ?? '',
            projectId: v.FIREBASE_PROJECT_ID ?? '',
          } as const),
    identitySettings: {
      anonymous: v.IDENTITY_ANONYMOUS,
      emailPrivacy: v.IDENTITY_EMAIL_PRIVACY,
      password: v.IDENTITY_PASSWORD,
      // In production nobody reads codes out of a folder: without a service there are no phone numbers to sign in with.
      textMessages: v.SMS_URL !== undefined || !production,
      strict: v.IDENTITY_STRICT,
      sessionLife: { longest: inMs(v.IDENTITY_SESSION_DAYS), rest: inMs(v.IDENTITY_REST_DAYS) },
    },
    google: readGoogle(v, production),
    stripe: v.STRIPE_SECRET_KEY
      ? {
          secretKey: v.STRIPE_SECRET_KEY,
          publishableKey: v.STRIPE_PUBLISHABLE_KEY ?? '',
          webhookSecret: v.STRIPE_WEBHOOK_SECRET,
        }
      : undefined,
    images: v.IMAGES_UPLOAD_URL ? { uploadUrl: v.IMAGES_UPLOAD_URL, key: v.IMAGES_KEY ?? '' } : undefined,
    s3: readS3(v),
    smtpUrl: v.SMTP_URL,
    smsUrl: v.SMS_URL,
    redisUrl: v.REDIS_URL,
    trustProxy: readList(v.TRUST_PROXY),
    parts: readParts(v.LEAVE_OUT),
    metricsPort: v.METRICS_PORT,
    logLevel: v.LOG_LEVEL,
    tracing: readTracing(v),
    limitScale: v.RATE_LIMIT_SCALE,
  };
}

function readOrigin(publicUrl: string): string {
  const { origin, href } = new URL(publicUrl);
  if (href !== `${origin}/`)
    throw new SetupError(`PUBLIC_URL: use ${origin}, with nothing after or before it.`);
  return origin;
}

type Read = z.infer<typeof Variables>;

/** Hosted Firebase would not believe our stand-in; nobody may in production. */
function readGoogle(v: Read, production: boolean) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = v;
  if (clientId && clientSecret) return { clientId, clientSecret, issuer: v.GOOGLE_ISSUER ?? google };
  const off = production || v.IDENTITY_PROVIDER === 'firebase';
  return off ? ('off' as const) : ('stand-in' as const);
}

/** Storage of our own image host. The endpoint may have a path, and no slash at its end. */
function readS3(v: Read) {
  if (!v.S3_ENDPOINT) return undefined;
  return {
    endpoint: v.S3_ENDPOINT.replace(/(?<!\/)\/+$/, ''),
    bucket: v.S3_BUCKET ?? '',
    region: v.S3_REGION,
    accessKeyId: v.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: v.S3_SECRET_ACCESS_KEY ?? '',
  };
}

function checkS3(v: Read): void {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const set = [...names, 'S3_REGION' as const].find((name) => v[name]);
  if (!set) return;
  needTogether(v, names, 'storage of pictures in S3');
  if (v.IMAGES_UPLOAD_URL)
    throw new SetupError(`${set} is set: it is for our own image host, which IMAGES_UPLOAD_URL replaces.`);
  const { username, password, search, hash } = new URL(v.S3_ENDPOINT ?? '');
  if (username || password || search || hash)
    throw new SetupError('S3_ENDPOINT: use an address without keys, `?` or `#`.');
}

function checkGoogle(v: Read, production: boolean): void {
  const names = ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] as const;
  if (v.GOOGLE_ISSUER || names.some((name) => v[name])) needTogether(v, names, 'signing in with Google');
  if (!v.GOOGLE_ISSUER || v.GOOGLE_ISSUER === google) return;
  if (production || !['localhost', '127.0.0.1', '[::1]'].includes(new URL(v.GOOGLE_ISSUER).hostname)) {
    throw new SetupError(
      `GOOGLE_ISSUER: leave it out, or use ${google}. Another issuer is for tests: on this machine, and not in production.`,
    );
  }
}

function checkThirdParties(v: Read, production: boolean): void {
  const firebase = ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID'] as const;
  if (v.IDENTITY_PROVIDER === 'firebase') needTogether(v, firebase, 'IDENTITY_PROVIDER');
  const unused = firebase.find((name) => v.IDENTITY_PROVIDER === 'embedded' && v[name]);
  if (unused) throw new SetupError(`${unused} is set: it needs IDENTITY_PROVIDER=firebase.`);
  checkGoogle(v, production);
  const stripe = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'] as const;
  if (stripe.some((name) => v[name]) || v.STRIPE_WEBHOOK_SECRET) needTogether(v, stripe, 'Stripe');
  const mode = (key: string | undefined) => key?.split('_')[1];
  if (mode(v.STRIPE_SECRET_KEY) !== mode(v.STRIPE_PUBLISHABLE_KEY)) {
    throw new SetupError(
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is for tests, the other is live.',
    );
  }
  if (v.IMAGES_UPLOAD_URL || v.IMAGES_KEY)
    needTogether(v, ['IMAGES_UPLOAD_URL', 'IMAGES_KEY'], 'the image service');
  checkS3(v);
  if (v.DATABASE_READ_URL) needTogether(v, ['DATABASE_URL'], 'a read replica');
  if (!production) return;
  if (!v.STRIPE_SECRET_KEY) {
    throw new SetupError(
      'NODE_ENV=production needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: the card sandbox is for trying out only.',
    );
  }
  if (mode(v.STRIPE_SECRET_KEY) === 'test' && !v.ALLOW_TEST_PAYMENTS) {
    throw new SetupError(
      'STRIPE_SECRET_KEY is a test key: with NODE_ENV=production no card would be charged. Use the live keys, or set ALLOW_TEST_PAYMENTS=on.',
    );
  }
  if (v.DATABASE_URL && !v.SECRET_KEY) {
    throw new SetupError(
      'SECRET_KEY is needed with DATABASE_URL in production: the secrets rest encrypted under it.',
    );
  }
}

function needTogether(v: Read, names: readonly (keyof Read)[], what: string): void {
  for (const name of names) {
    if (!v[name]) throw new SetupError(`${name} is not set: ${what} needs ${names.join(', ')}.`);
  }
}
