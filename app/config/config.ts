import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { SetupError } from '#platform/errors.ts';
import type { TracingSettings } from '#platform/observability/opentelemetry.ts';
import { days as inMs } from '#platform/time.ts';
import { checkVariables, GOOGLE_ISSUER } from './checks.ts';
import { type ParsedVariables, Variables } from './variables.ts';

/** What the site runs with. */
export type Config = ReturnType<typeof readConfig>;

/**
 * The only reader of the environment. An empty variable counts as one that is not set.
 * @throws SetupError with one line that names the variable and says what to do
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.entries(environment).filter(([, value]) => value?.trim());
  const set = withFiles(Object.fromEntries(given));
  const read = z.safeParse(Variables, set);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new SetupError(`${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const v = read.data;
  const production = v.NODE_ENV === 'production';
  const dataDir = resolve(v.DATA_DIR);
  checkVariables(v, production);
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
      sessionLife: { longest: inMs(v.IDENTITY_SESSION_DAYS), rest: inMs(v.IDENTITY_SESSION_IDLE_DAYS) },
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
    trustProxy: v.TRUST_PROXY,
    features: v.DISABLED_FEATURES,
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

/** Hosted Firebase would not believe our stand-in; nobody may in production. */
function readGoogle(v: ParsedVariables, production: boolean) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = v;
  if (clientId && clientSecret) return { clientId, clientSecret, issuer: v.GOOGLE_ISSUER ?? GOOGLE_ISSUER };
  const off = production || v.IDENTITY_PROVIDER === 'firebase';
  return off ? ('off' as const) : ('stand-in' as const);
}

/** Storage of our own image host. The endpoint may have a path, and no slash at its end. */
function readS3(v: ParsedVariables) {
  if (!v.S3_ENDPOINT) return undefined;
  return {
    endpoint: v.S3_ENDPOINT.replace(/(?<!\/)\/+$/, ''),
    bucket: v.S3_BUCKET ?? '',
    region: v.S3_REGION,
    accessKeyId: v.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: v.S3_SECRET_ACCESS_KEY ?? '',
  };
}

/** Nothing where nobody has named a collector. */
function readTracing(v: ParsedVariables): TracingSettings | undefined {
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

/**
 * The environment with what its files hold: each variable may be a file, `SECRET_KEY_FILE=/run/secrets/key` for SECRET_KEY.
 * @throws SetupError with one line, which never holds a secret
 */
function withFiles(environment: Record<string, string | undefined>) {
  const read = Object.keys(Variables.shape).flatMap((name) => {
    const file = environment[`${name}_FILE`];
    if (!file) return [];
    if (environment[name]) throw new SetupError(`${name} and ${name}_FILE are both set: use one of them.`);
    return [[name, readSecret(`${name}_FILE`, file)]];
  });
  return { ...environment, ...Object.fromEntries(read) };
}

function readSecret(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const { code } = cause as { code?: string };
    throw new SetupError(`${name}: ${file} cannot be read (${code}).`, { cause });
  }
  if (!text) throw new SetupError(`${name}: ${file} is empty.`);
  return text;
}
