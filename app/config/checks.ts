import ipaddr from 'ipaddr.js';
import { SetupError } from '#platform/errors.ts';
import type { ParsedVariables } from './variables.ts';

type Name = keyof ParsedVariables;
export const GOOGLE_ISSUER = 'https://accounts.google.com';

/** Services that need several variables: where one of `given` is set, all of `needs` have to be. */
const groups: { given: Name[]; needs: Name[]; what: string }[] = [
  {
    given: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET', 'GOOGLE_ISSUER'],
    needs: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    what: 'signing in with Google',
  },
  {
    given: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
    needs: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY'],
    what: 'Stripe',
  },
  {
    given: ['IMAGES_UPLOAD_URL', 'IMAGES_KEY'],
    needs: ['IMAGES_UPLOAD_URL', 'IMAGES_KEY'],
    what: 'the image service',
  },
  {
    given: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION'],
    needs: ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    what: 'storage of pictures in S3',
  },
  { given: ['DATABASE_READ_URL'], needs: ['DATABASE_URL'], what: 'a read replica' },
];
const firebase: Name[] = ['FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN', 'FIREBASE_PROJECT_ID'];

const stripeMode = (key: string | undefined) => key?.split('_')[1];

/** What is refused, and the line that says so. */
const refusals: [isRefused: (v: ParsedVariables, production: boolean) => boolean, message: string][] = [
  [
    ({ GOOGLE_ISSUER: issuer }, production) =>
      issuer !== undefined &&
      issuer !== GOOGLE_ISSUER &&
      (production || !['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname)),
    `GOOGLE_ISSUER: leave it out, or use ${GOOGLE_ISSUER}. Another issuer is for tests: on this machine, and not in production.`,
  ],
  [
    (v) => stripeMode(v.STRIPE_SECRET_KEY) !== stripeMode(v.STRIPE_PUBLISHABLE_KEY),
    'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is for tests, the other is live.',
  ],
  [
    (v) => v.S3_ENDPOINT !== undefined && v.IMAGES_UPLOAD_URL !== undefined,
    'S3_ENDPOINT is set: it is for our own image host, which IMAGES_UPLOAD_URL replaces.',
  ],
  [
    ({ S3_ENDPOINT }) => hasMoreThanPath(S3_ENDPOINT),
    'S3_ENDPOINT: use an address without keys, `?` or `#`.',
  ],
  [
    (v, production) => production && !v.STRIPE_SECRET_KEY,
    'NODE_ENV=production needs STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: the card sandbox is for trying out only.',
  ],
  [
    (v, production) => production && stripeMode(v.STRIPE_SECRET_KEY) === 'test' && !v.ALLOW_TEST_PAYMENTS,
    'STRIPE_SECRET_KEY is a test key: with NODE_ENV=production no card would be charged. Use the live keys, or set ALLOW_TEST_PAYMENTS=on.',
  ],
  [
    (v, production) => production && v.DATABASE_URL !== undefined && !v.SECRET_KEY,
    'SECRET_KEY is needed with DATABASE_URL in production: the secrets rest encrypted under it.',
  ],
];

function hasMoreThanPath(address = 'http://localhost'): boolean {
  const { username, password, search, hash } = new URL(address);
  return username + password + search + hash !== '';
}

/** @throws SetupError with one line, where variables contradict each other or only half of a service is set */
export function checkVariables(v: ParsedVariables, production: boolean): void {
  if (v.IDENTITY_PROVIDER === 'firebase') needAll(v, firebase, 'IDENTITY_PROVIDER');
  const unused = firebase.find((name) => v.IDENTITY_PROVIDER === 'embedded' && v[name]);
  if (unused) throw new SetupError(`${unused} is set: it needs IDENTITY_PROVIDER=firebase.`);
  for (const { given, needs, what } of groups) if (given.some((name) => v[name])) needAll(v, needs, what);
  for (const [isRefused, message] of refusals) if (isRefused(v, production)) throw new SetupError(message);
  if (production && !v.ALLOW_INSECURE_CONNECTIONS) requireTls(v);
}

function needAll(v: ParsedVariables, names: Name[], what: string): void {
  const missing = names.find((name) => !v[name]);
  if (missing) throw new SetupError(`${missing} is not set: ${what} needs ${names.join(', ')}.`);
}

type Line = { isPlain: (address: URL) => boolean; instead: string };

const http: Line = { isPlain: ({ protocol }) => protocol === 'http:', instead: 'use https://' };
const postgres: Line = {
  isPlain: ({ searchParams }) => ['', 'disable', 'allow'].includes(searchParams.get('sslmode') ?? ''),
  instead: 'end it with ?sslmode=verify-full',
};

/** Over which persons' data and our keys go out. */
const lines: Partial<Record<Name, Line>> = {
  DATABASE_URL: postgres,
  DATABASE_READ_URL: postgres,
  REDIS_URL: { isPlain: ({ protocol }) => protocol === 'redis:', instead: 'use rediss://' },
  S3_ENDPOINT: http,
  IMAGES_UPLOAD_URL: http,
  SMS_URL: http,
  SMTP_URL: {
    isPlain: ({ protocol, searchParams }) =>
      protocol === 'smtp:' && searchParams.get('requireTLS') !== 'true',
    instead: 'use smtps://, or end it with ?requireTLS=true',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: http,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: http,
};

/** In production nothing of ours goes unencrypted over a line that strangers may hear. */
function requireTls(v: ParsedVariables): void {
  for (const [name, { isPlain, instead }] of Object.entries(lines)) {
    const address = URL.parse(String(v[name as Name] ?? ''));
    if (!address || !isPlain(address) || isNear(hostOf(address))) continue;
    throw new SetupError(
      `${name}: the line to ${hostOf(address)} is not encrypted: ${instead}. ALLOW_INSECURE_CONNECTIONS=on allows it, where the network itself is yours or encrypted.`,
    );
  }
}

/** PostgreSQL may be named by a query, as a folder with its socket. */
const hostOf = ({ hostname, searchParams }: URL): string => searchParams.get('host') || hostname;

/** On this machine or in a network of one's own: a private address, or a name that the open net does not have. */
function isNear(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(bare)) return ipaddr.process(bare).range() !== 'unicast';
  return (
    !bare.includes('.') || bare.startsWith('/') || /\.(internal|local|lan|localhost|test)\.?$/i.test(bare)
  );
}
