import ipaddr from 'ipaddr.js';
import { isEmailAddress } from '#contract/email-address.ts';
import { SetupError } from '#platform/errors.ts';
import type { ParsedVariables } from './variables.ts';

type Name = keyof ParsedVariables;
export const GOOGLE_ISSUER = 'https://accounts.google.com';

/** Services that need several variables: if any variable of `anyOf` is set, all of `required` must be. */
const groups: { anyOf: Name[]; required: Name[]; service: string }[] = [
  {
    anyOf: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER'],
    required: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    service: 'Google sign-in',
  },
  {
    anyOf: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    required: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
    service: 'Stripe',
  },
  {
    anyOf: ['IMAGES_UPLOAD_URL', 'IMAGES_KEY'],
    required: ['IMAGES_UPLOAD_URL', 'IMAGES_KEY'],
    service: 'the image service',
  },
  {
    anyOf: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION'],
    required: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    service: 'picture storage in S3',
  },
];
const firebase: Name[] = ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID'];

const stripeMode = (key: string | undefined) => key?.split('_')[1];

/** Invalid combinations, each with its error message. */
const conflicts: [isInvalid: (v: ParsedVariables, production: boolean) => boolean, message: string][] = [
  [
    ({ GOOGLE_ISSUER: issuer }, production) =>
      issuer !== undefined &&
      issuer !== GOOGLE_ISSUER &&
      (production || !['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname)),
    `GOOGLE_ISSUER: unset it, or use ${GOOGLE_ISSUER}. Another issuer is allowed only on localhost and outside production.`,
  ],
  [
    (v) => v.BACKUP_EVERY !== undefined && !v.BACKUP_DIR,
    'BACKUP_EVERY needs BACKUP_DIR: the folder for the backups, best on another disk.',
  ],
  [
    (v) => v.WORKERS !== 1 && !v.DATABASE_URL,
    'WORKERS needs DATABASE_URL: only one process can use an SQLite database.',
  ],
  [
    (v) => stripeMode(v.STRIPE_SECRET_KEY) !== stripeMode(v.STRIPE_PUBLISHABLE_KEY),
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is a test key, the other is a live key. Use two test keys or two live keys.',
  ],
  [
    (v) => v.S3_ENDPOINT !== undefined && v.IMAGES_UPLOAD_URL !== undefined,
    'S3_ENDPOINT and IMAGES_UPLOAD_URL are both set. Unset one of them.',
  ],
  [
    (v) => (v.IDENTITY_SESSION_IDLE_DAYS ?? 0) > v.IDENTITY_SESSION_DAYS,
    'IDENTITY_SESSION_IDLE_DAYS: use at most IDENTITY_SESSION_DAYS. A session cannot be idle for longer than it lasts.',
  ],
  [
    ({ SMTP_URL }) => !isSenderValid(SMTP_URL),
    'SMTP_URL: write the sender as one address, such as ?from=donors@example.org.',
  ],
  [
    ({ S3_ENDPOINT }) => hasMoreThanPath(S3_ENDPOINT),
    'S3_ENDPOINT: use an address without keys, `?` or `#`.',
  ],
  [
    (v, production) => production && stripeMode(v.STRIPE_SECRET_KEY) === 'test' && !v.ALLOW_TEST_PAYMENTS,
    'STRIPE_SECRET_KEY is a test key, so no card would be charged in production. Use live keys, or set ALLOW_TEST_PAYMENTS=on.',
  ],
  [
    (v, production) => production && v.DATABASE_URL !== undefined && !v.SECRET_KEY,
    'SECRET_KEY is required with DATABASE_URL in production: it encrypts the secrets in the database.',
  ],
  [
    ({ PUBLIC_URL: url }, production) =>
      url !== undefined && !production && !isPrivate(new URL(url).hostname),
    'PUBLIC_URL is a public address, so NODE_ENV=production is required: otherwise anyone could sign in as anyone, and pay with test cards.',
  ],
  [
    (v, production) => production && !v.PUBLIC_URL,
    'PUBLIC_URL is required in production. Set it to the address of the site, such as https://example.org.',
  ],
  [
    (v, production) => needsTls(v, production) && usesHttp(v),
    "PUBLIC_URL: use https:// in production, because passwords and donors' data are sent to it. If something else encrypts the connection, set ALLOW_INSECURE_CONNECTIONS=on.",
  ],
  [
    // If a new key is set, check only that one, because rotating needs the weak current key.
    ({ SECRET_KEY: key = '', NEW_SECRET_KEY: next }) => isOneCharacter(next ?? key),
    'SECRET_KEY repeats one character, so it can be guessed. Create another one with `openssl rand -base64 32`. If the site already uses it, run `npm run cli -- secrets rotate` with NEW_SECRET_KEY.',
  ],
];

const usesHttp = ({ PUBLIC_URL: url }: ParsedVariables): boolean => url?.startsWith('http:') === true;
const isOneCharacter = (key: string): boolean => /^(.)\1+$/s.test(key);

function isSenderValid(smtpUrl = ''): boolean {
  const senders = URL.parse(smtpUrl)?.searchParams.getAll('from') ?? [];
  return senders.length <= 1 && senders.every(isEmailAddress);
}

function hasMoreThanPath(address = 'http://localhost'): boolean {
  const { username, password, search, hash } = new URL(address);
  return username + password + search + hash !== '';
}

/**
 * @throws SetupError with one line when variables contradict each other or a service is only partly
 * configured
 */
export function checkVariables(v: ParsedVariables, production: boolean): void {
  if (v.IDENTITY_PROVIDER === 'firebase') requireAll(v, firebase, 'IDENTITY_PROVIDER=firebase');
  const unused = firebase.find((name) => v.IDENTITY_PROVIDER === 'embedded' && v[name]);
  if (unused) throw new SetupError(`${unused} is set: it needs IDENTITY_PROVIDER=firebase.`);
  for (const { anyOf, required, service } of groups)
    if (anyOf.some((name) => v[name])) requireAll(v, required, service);
  for (const [isInvalid, message] of conflicts) if (isInvalid(v, production)) throw new SetupError(message);
  if (needsTls(v, production)) requireTls(v);
}

/** Returns warnings about settings that are allowed but unusual. */
export function listWarnings(v: ParsedVariables, production: boolean): string[] {
  return [
    ...(production && !v.STRIPE_SECRET_KEY
      ? ['STRIPE_SECRET_KEY is not set: the site takes no payments, and appointments cost nothing']
      : []),
    ...(production && usesHttp(v)
      ? ["PUBLIC_URL begins with http://: anyone in between can read passwords and donors' data"]
      : []),
    ...(production && !usesHttp(v) && v.TRUST_PROXY.length === 0
      ? [
          'TRUST_PROXY is not set: all visitors share one rate limit, because they come from the address of the proxy',
        ]
      : []),
    ...(v.RATE_LIMIT_SCALE > 10
      ? [`RATE_LIMIT_SCALE is ${v.RATE_LIMIT_SCALE}: the rate limits hardly protect the site`]
      : []),
  ];
}

function requireAll(v: ParsedVariables, names: Name[], service: string): void {
  const missing = names.find((name) => !v[name]);
  if (missing) throw new SetupError(`${missing} is not set: ${service} needs ${names.join(', ')}.`);
}

type Connection = { isUnencrypted: (address: URL) => boolean; fix: string };

const http: Connection = { isUnencrypted: ({ protocol }) => protocol === 'http:', fix: 'use https://' };
const postgres: Connection = {
  isUnencrypted: ({ searchParams }) => ['', 'disable', 'allow'].includes(searchParams.get('sslmode') ?? ''),
  fix: 'end it with ?sslmode=verify-full',
};

/** Connections that carry personal data or keys. */
const connections: Partial<Record<Name, Connection>> = {
  DATABASE_URL: postgres,
  S3_ENDPOINT: http,
  IMAGES_UPLOAD_URL: http,
  SMS_URL: http,
  SMTP_URL: {
    isUnencrypted: ({ protocol, searchParams }) =>
      protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true',
    fix: 'use smtps://, or end it with ?requireTLS=true',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: http,
};

/** Whether connections outside private networks must be encrypted. */
export const needsTls = (v: ParsedVariables, production: boolean): boolean =>
  production && !v.ALLOW_INSECURE_CONNECTIONS;

/** @throws SetupError when a connection outside private networks is not encrypted */
function requireTls(v: ParsedVariables): void {
  for (const [name, { isUnencrypted, fix }] of Object.entries(connections)) {
    const address = URL.parse(String(v[name as Name] ?? ''));
    if (!address || !isUnencrypted(address) || isPrivate(hostOf(address))) continue;
    throw new SetupError(
      `${name}: the connection to ${hostOf(address)} is not encrypted: ${fix}. If the network itself is private or encrypted, set ALLOW_INSECURE_CONNECTIONS=on.`,
    );
  }
}

/** Returns the host. The address of a PostgreSQL server may name a socket folder in its query instead. */
const hostOf = ({ hostname, searchParams }: URL): string => searchParams.get('host') || hostname;

const privateRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat', 'unspecified'];

/**
 * Whether the host is this machine or in a private network: a private address, a socket folder, or a name
 * without a public domain.
 */
export function isPrivate(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(bare)) return privateRanges.includes(ipaddr.process(bare).range());
  return (
    !bare.includes('.') || bare.startsWith('/') || /\.(internal|local|lan|localhost|test)\.?$/i.test(bare)
  );
}
