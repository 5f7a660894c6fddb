import { readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import { SetupError } from '#platform/errors.ts';
import type { TracingSettings } from '#platform/observability/opentelemetry.ts';
import { days } from '#platform/time.ts';
import { checkVariables, GOOGLE_ISSUER, listWarnings, needsTls } from './checks.ts';
import { MIN_POOL, type ParsedVariables, Variables } from './variables.ts';

/** The site's settings, read from the environment. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and validates the environment. No other code reads it. An empty variable counts as not set.
 * @throws SetupError with one line that names the variable and says what to do
 */
export function readConfig(environment: Record<string, string | undefined>) {
  const nonEmpty = Object.entries(environment).filter(([, value]) => value?.trim());
  const parsed = z.safeParse(Variables, readSecretFiles(Object.fromEntries(nonEmpty)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SetupError(`${issue?.path.join('.')}: ${issue?.message}.`);
  }
  const v = parsed.data;
  const production = v.NODE_ENV === 'production';
  const dataDir = resolve(v.DATA_DIR);
  checkVariables(v, production);
  const workers = v.WORKERS === 'auto' ? availableParallelism() : v.WORKERS;
  return {
    production,
    /** Warnings for the operator, one line each. */
    warnings: listWarnings(v, production),
    port: v.PORT,
    host: v.HOST,
    publicUrl: readOrigin(v.PUBLIC_URL ?? `http://localhost:${v.PORT}`),
    dataDir,
    backupDir: readBackupDir(v, dataDir),
    /** Time between two backups, in ms. Undefined if none are made automatically. */
    backupEveryMs: v.BACKUP_EVERY,
    backupKeep: v.BACKUP_KEEP,
    /** Where PostgreSQL's programs are looked for. */
    programPath: environment.PATH,
    outboxDir: join(dataDir, 'outbox'),
    databaseUrl: v.DATABASE_URL,
    workers,
    /** Maximum number of database connections of each process. */
    databasePool: Math.max(MIN_POOL, Math.floor(v.DATABASE_POOL / workers)),
    secretKey: v.SECRET_KEY,
    /** Used only by `npm run cli -- secrets rotate`. */
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
      // If no SMS service is configured, codes are written to files, which do not reach people in production.
      textMessages: v.SMS_URL !== undefined || !production,
      strict: v.IDENTITY_STRICT,
      sessionLifetime: {
        absoluteTimeoutMs: days(v.IDENTITY_SESSION_DAYS),
        idleTimeoutMs: days(v.IDENTITY_SESSION_IDLE_DAYS ?? Math.min(14, v.IDENTITY_SESSION_DAYS)),
      },
    },
    google: readGoogle(v, production),
    stripe: v.STRIPE_SECRET_KEY
      ? {
          secretKey: v.STRIPE_SECRET_KEY,
          publishableKey: v.STRIPE_PUBLISHABLE_KEY ?? '',
          webhookSecret: v.STRIPE_WEBHOOK_SECRET,
        }
      : undefined,
    /** Who takes payments. The sandbox is never used in production. */
    cards: v.STRIPE_SECRET_KEY ? ('stripe' as const) : production ? ('none' as const) : ('sandbox' as const),
    images: v.IMAGES_UPLOAD_URL ? { uploadUrl: v.IMAGES_UPLOAD_URL, key: v.IMAGES_KEY ?? '' } : undefined,
    s3: readS3(v),
    contactEmail: v.CONTACT_EMAIL,
    smtpUrl: v.SMTP_URL,
    /** Whether connections outside private networks must be encrypted. */
    needsTls: needsTls(v, production),
    smsUrl: v.SMS_URL,
    smsDailyLimit: v.SMS_DAILY_LIMIT,
    trustProxy: v.TRUST_PROXY,
    features: v.DISABLED_FEATURES,
    metricsPort: v.METRICS_PORT,
    logLevel: v.LOG_LEVEL,
    tracing: readTracing(v),
    limitScale: v.RATE_LIMIT_SCALE,
  };
}

function readBackupDir({ BACKUP_DIR: folder }: ParsedVariables, dataDir: string): string | undefined {
  if (folder === undefined) return undefined;
  const backupDir = resolve(folder);
  if (`${backupDir}${sep}`.startsWith(`${dataDir}${sep}`))
    throw new SetupError('BACKUP_DIR: choose a folder outside DATA_DIR, best on another disk.');
  // Do not create the folder: if the backup disk is not mounted, backups would be written to another disk.
  if (!statSync(backupDir, { throwIfNoEntry: false })?.isDirectory())
    throw new SetupError(`BACKUP_DIR: there is no folder ${backupDir}. Create it, or mount its disk.`);
  return backupDir;
}

function readOrigin(publicUrl: string): string {
  const { origin, href } = new URL(publicUrl);
  if (href !== `${origin}/`)
    throw new SetupError(`PUBLIC_URL: use ${origin}, without a path, query or user name.`);
  return origin;
}

/**
 * Returns the Google settings. The built-in Google is never used in production, nor with hosted Firebase,
 * which would reject its tokens.
 */
function readGoogle(v: ParsedVariables, production: boolean) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = v;
  if (clientId && clientSecret) return { clientId, clientSecret, issuer: v.GOOGLE_ISSUER ?? GOOGLE_ISSUER };
  const isOff = production || v.IDENTITY_PROVIDER === 'firebase';
  return isOff ? ('off' as const) : ('built-in' as const);
}

/** Returns the S3 settings of the built-in image host, with trailing slashes removed from the endpoint. */
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

/** Returns the tracing settings, or undefined when no collector is configured. */
const readTracing = (v: ParsedVariables): TracingSettings | undefined =>
  v.OTEL_EXPORTER_OTLP_ENDPOINT
    ? { endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT, ratio: v.OTEL_TRACES_SAMPLER_ARG }
    : undefined;

/**
 * Returns the environment with the contents of secret files: `SECRET_KEY_FILE=/run/secrets/key` sets
 * SECRET_KEY.
 * @throws SetupError with one line, which never contains a secret
 */
function readSecretFiles(environment: Record<string, string | undefined>) {
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
