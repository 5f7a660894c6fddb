import * as z from 'zod/mini';
import { type Feature, features } from '#contract/features.ts';
import { SetupError } from '#platform/errors.ts';
import { logLevels } from '#platform/observability/log.ts';
import { days, hours } from '#platform/time.ts';

const text = z.optional(z.string().check(z.trim()));
const booleanVariable = (defaultValue: boolean) =>
  z.pipe(
    z._default(z.enum(['on', 'off'], 'use on or off'), defaultValue ? 'on' : 'off'),
    z.transform((value: 'on' | 'off') => value === 'on'),
  );
const address = (...protocols: string[]) =>
  z.optional(
    z.string().check(
      z.refine(
        (value) => {
          const url = URL.parse(value);
          if (!url || !protocols.includes(url.protocol)) return false;
          return url.hostname !== '' || url.protocol.startsWith('postgres');
        },
        `use an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')} and a host`,
      ),
    ),
  );
const integer = (min: number, max: number, message: string) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.refine((value) => /^\d+$/.test(value) && min <= Number(value) && Number(value) <= max, message),
    ),
    z.transform(Number),
  );
const count = (min: number, max: number, unit: string) =>
  integer(min, max, `use a number of ${unit} from ${min} to ${max}`);
/** A time such as `12h` or `1d`, in ms. */
const duration = z.pipe(
  z.string().check(z.trim(), z.regex(/^[1-9]\d{0,3}[hd]$/, 'use a time such as 12h or 1d')),
  z.transform((value) => (value.endsWith('d') ? days : hours)(Number.parseInt(value, 10))),
);
const port = integer(1, 65_535, 'use a port number from 1 to 65535');
const matching = (pattern: RegExp, message: string) =>
  z.optional(z.string().check(z.regex(pattern, message)));

/**
 * Any other value, such as a misspelled `production`, is rejected, because it would start a site that accepts
 * test payments.
 */
const nodeEnvironments = ['production', 'development', 'test'] as const;

/** Database connections that one process needs: for single statements, transactions and jobs. */
export const MIN_POOL = 6;

const parseList = (value: string): string[] => value.split(',').flatMap((item) => item.trim() || []);

/**
 * Returns all features but the disabled ones, and no `requests` without `staff`.
 * @throws SetupError for an unknown name
 */
function parseEnabledFeatures(disabled: string): Feature[] {
  const names = parseList(disabled);
  const unknown = names.find((name) => !features.some((feature) => feature === name));
  if (unknown) throw new SetupError(`DISABLED_FEATURES: there is no ${unknown}; use ${features.join(', ')}.`);
  const disabledNames = names.includes('staff') ? [...names, 'requests'] : names;
  return features.filter((feature) => !disabledNames.includes(feature));
}

const ratioMessage = 'use a number from 0 to 1';

const masterKey = z.optional(z.string().check(z.minLength(16, 'use at least 16 characters')));

/** The schema of every variable that the site reads. */
export const Variables = z.object({
  PORT: z._default(port, 3000),
  HOST: z._default(z.string(), 'localhost'),
  PUBLIC_URL: address('http:', 'https:'),
  DATA_DIR: z._default(z.string(), './data'),
  BACKUP_DIR: z.optional(z.string()),
  BACKUP_EVERY: z.optional(duration),
  BACKUP_KEEP: z._default(count(1, 1000, 'backups'), 14),
  DATABASE_URL: address('postgres:', 'postgresql:'),
  DATABASE_POOL: z._default(count(MIN_POOL, 200, 'connections'), 24),
  SECRET_KEY: masterKey,
  NEW_SECRET_KEY: masterKey,
  IDENTITY_PROVIDER: z._default(z.enum(['embedded', 'firebase'], 'use embedded or firebase'), 'embedded'),
  FIREBASE_API_KEY: matching(/^[^:]+$/, 'must not contain a colon'),
  FIREBASE_AUTH_DOMAIN: matching(/^[^:]+$/, 'must not contain a colon'),
  FIREBASE_PROJECT_ID: text,
  IDENTITY_ANONYMOUS: booleanVariable(false),
  IDENTITY_EMAIL_PRIVACY: booleanVariable(false),
  IDENTITY_PASSWORD: booleanVariable(true),
  IDENTITY_STRICT: booleanVariable(false),
  IDENTITY_SESSION_DAYS: z._default(count(1, 400, 'days'), 30),
  IDENTITY_SESSION_IDLE_DAYS: z.optional(count(1, 400, 'days')),
  GOOGLE_CLIENT_ID: text,
  GOOGLE_CLIENT_SECRET: text,
  GOOGLE_ISSUER: address('https:', 'http:'),
  STRIPE_SECRET_KEY: matching(/^(sk|rk)_(test|live)_./, 'a secret key begins with sk_test_ or sk_live_'),
  STRIPE_PUBLISHABLE_KEY: matching(/^pk_(test|live)_./, 'a publishable key begins with pk_test_ or pk_live_'),
  STRIPE_WEBHOOK_SECRET: matching(/^whsec_./, 'a webhook secret begins with whsec_'),
  ALLOW_TEST_PAYMENTS: booleanVariable(false),
  IMAGES_UPLOAD_URL: address('https:', 'http:'),
  IMAGES_KEY: text,
  S3_ENDPOINT: address('https:', 'http:'),
  S3_BUCKET: matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i, 'use only the bucket name'),
  S3_REGION: matching(/^[a-z0-9-]+$/i, 'use a region such as eu-central-1'),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  CONTACT_EMAIL: z.optional(z.email('use an email address')),
  SMTP_URL: address('smtp:', 'smtps:'),
  SMS_URL: address('https:', 'http:'),
  SMS_DAILY_LIMIT: z._default(count(1, 1_000_000, 'text messages'), 500),
  ALLOW_INSECURE_CONNECTIONS: booleanVariable(false),
  TRUST_PROXY: z.pipe(z._default(z.string(), ''), z.transform(parseList)),
  WORKERS: z._default(
    z.union([z.literal('auto'), count(1, 256, 'processes')], 'use auto, or a number of processes'),
    1,
  ),
  METRICS_PORT: z.optional(port),
  LOG_LEVEL: z._default(z.enum(logLevels, `use ${logLevels.join(', ')}`), 'warn'),
  DISABLED_FEATURES: z.pipe(z._default(z.string(), ''), z.transform(parseEnabledFeatures)),
  RATE_LIMIT_SCALE: z._default(z.coerce.number('use a number').check(z.gt(0, 'use a number above 0')), 1),
  NODE_ENV: z.optional(z.enum(nodeEnvironments, `use ${nodeEnvironments.join(', ')}, or leave it out`)),
  // OpenTelemetry's packages read the other variables of the exporter and the resource themselves.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z.url({ protocol: /^https?$/, error: 'use an address that begins with http:// or https://' }),
  ),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.coerce.number(ratioMessage).check(z.minimum(0, ratioMessage), z.maximum(1, ratioMessage)),
    1,
  ),
});

export type ParsedVariables = z.infer<typeof Variables>;
