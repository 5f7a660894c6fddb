import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { features } from '#contract/features.ts';
import { days } from '#platform/time.ts';
import { readConfig } from './config.ts';

test('uses the embedded defaults when no variable is set', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: 'localhost',
    publicUrl: 'http://localhost:3000',
    databaseUrl: undefined,
    identity: { provider: 'embedded' },
    identitySettings: {
      anonymous: false,
      emailPrivacy: false,
      password: true,
      textMessages: true,
      strict: false,
      sessionLifetime: { absoluteTimeoutMs: 30 * 86_400_000, idleTimeoutMs: 14 * 86_400_000 },
    },
    smsUrl: undefined,
    stripe: undefined,
    cards: 'sandbox',
    images: undefined,
    s3: undefined,
    limitScale: 1,
  });
});

test('derives the public URL from the port, and treats an empty variable as not set', () => {
  expect(readConfig({ PORT: '4100', PUBLIC_URL: '' }).publicUrl).toBe('http://localhost:4100');
  expect(readConfig({ PUBLIC_URL: 'http://127.0.0.1/' }).publicUrl).toBe('http://127.0.0.1');
});

const googleClient = { GOOGLE_CLIENT_ID: 'c', GOOGLE_CLIENT_SECRET: 's' };
const live = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://blood.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
};
const testKeys = { STRIPE_SECRET_KEY: 'rk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const s3 = {
  S3_ENDPOINT: 'https://s3.example/',
  S3_BUCKET: 'pictures',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};
const firebase = { IDENTITY_PROVIDER: 'firebase', FIREBASE_API_KEY: 'k', FIREBASE_PROJECT_ID: 'p' };

test.each([
  [{ PORT: 'eighty' }, 'PORT'],
  [{ PORT: '70000' }, 'PORT'],
  [{ PORT: '0x1326' }, 'PORT'],
  [{ SMTP_URL: 'smtp://' }, 'SMTP_URL: use an address that begins with smtp:// or smtps:// and a host'],
  [{ STRIPE_SECRET_KEY: 'sk_test_', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
  [{ PUBLIC_URL: 'localhost' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'http://localhost/site' }, 'PUBLIC_URL: use http://localhost, without a path'],
  [{ PUBLIC_URL: 'http://localhost?a=b' }, 'PUBLIC_URL: use http://localhost,'],
  [{ PUBLIC_URL: 'http://me:secret@localhost' }, 'PUBLIC_URL: use http://localhost,'],
  [
    { PUBLIC_URL: 'https://blood.example' },
    'PUBLIC_URL is a public address, so NODE_ENV=production is required',
  ],
  [{ PUBLIC_URL: 'http://203.0.113.5' }, 'PUBLIC_URL is a public address'],
  [{ ...live, PUBLIC_URL: '' }, 'PUBLIC_URL is required in production'],
  [{ ...live, PUBLIC_URL: 'http://blood.example' }, 'PUBLIC_URL: use https:// in production'],
  [{ ...live, PUBLIC_URL: 'http://localhost:3000' }, 'PUBLIC_URL: use https:// in production'],
  [{ BACKUP_EVERY: '1d' }, 'BACKUP_EVERY needs BACKUP_DIR'],
  [{ BACKUP_EVERY: 'daily' }, 'BACKUP_EVERY: use a time such as 12h or 1d'],
  [{ BACKUP_EVERY: '0h' }, 'BACKUP_EVERY: use a time such as 12h or 1d'],
  [{ BACKUP_KEEP: '0' }, 'BACKUP_KEEP: use a number of backups from 1 to 1000'],
  [{ BACKUP_DIR: '/missing/folder' }, 'BACKUP_DIR: there is no folder /missing/folder'],
  [{ BACKUP_DIR: fileURLToPath(import.meta.url) }, 'BACKUP_DIR: there is no folder'],
  [{ SECRET_KEY: 'x'.repeat(44) }, 'SECRET_KEY repeats one character'],
  [
    { SECRET_KEY: 'a key to be replaced', NEW_SECRET_KEY: '0'.repeat(16) },
    'SECRET_KEY repeats one character',
  ],
  [{ DATABASE_URL: 'mysql://localhost' }, 'DATABASE_URL'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: use '],
  [{ IDENTITY_PROVIDER: 'auth0' }, 'IDENTITY_PROVIDER'],
  [firebase, 'FIREBASE_AUTH_DOMAIN'],
  [{ FIREBASE_API_KEY: 'k' }, 'FIREBASE_API_KEY is set: it needs IDENTITY_PROVIDER=firebase'],
  [{ GOOGLE_CLIENT_ID: 'c' }, 'GOOGLE_CLIENT_SECRET is not set'],
  [{ GOOGLE_CLIENT_SECRET: 's' }, 'GOOGLE_CLIENT_ID is not set'],
  [{ GOOGLE_ISSUER: 'http://localhost:4000' }, 'GOOGLE_CLIENT_ID is not set'],
  [{ ...googleClient, GOOGLE_ISSUER: 'accounts.google.com' }, 'GOOGLE_ISSUER: use an address'],
  [{ ...googleClient, GOOGLE_ISSUER: 'https://issuer.example' }, 'GOOGLE_ISSUER: unset it'],
  [{ ...googleClient, ...live, GOOGLE_ISSUER: 'http://localhost:4000' }, 'outside production'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'one is a test key'],
  [{ STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'one is a test key'],
  [
    { STRIPE_SECRET_KEY: 'pk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
    'STRIPE_SECRET_KEY: a secret key',
  ],
  [{ STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'sk_live_1' }, 'STRIPE_PUBLISHABLE_KEY: a publ'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1' }, 'STRIPE_SECRET_KEY'],
  [{ IMAGES_UPLOAD_URL: 'https://images.example/upload' }, 'IMAGES_KEY'],
  [{ S3_ENDPOINT: 'https://s3.example' }, 'S3_BUCKET is not set: picture storage in S3 needs S3_ENDPOINT,'],
  [{ S3_REGION: 'eu-central-1' }, 'S3_ENDPOINT is not set'],
  [{ ...s3, S3_SECRET_ACCESS_KEY: '' }, 'S3_SECRET_ACCESS_KEY is not set'],
  [{ ...s3, S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT: use an address that begins with https:// or http://'],
  [{ ...s3, S3_ENDPOINT: 'https://me:key@s3.example' }, 'S3_ENDPOINT: use an address without keys'],
  [{ ...s3, S3_BUCKET: 'a/../b' }, 'S3_BUCKET: use only the bucket name'],
  [{ ...s3, S3_REGION: 'eu central' }, 'S3_REGION: use a region'],
  [
    { ...s3, IMAGES_UPLOAD_URL: 'https://images.example/upload', IMAGES_KEY: 'k' },
    'S3_ENDPOINT and IMAGES_UPLOAD_URL are both set. Unset one of them.',
  ],
  [{ IDENTITY_STRICT: 'yes' }, 'IDENTITY_STRICT: use on or off'],
  [{ IDENTITY_SESSION_DAYS: '0' }, 'IDENTITY_SESSION_DAYS: use a number of days from 1 to 400'],
  [{ DATABASE_POOL: '5' }, 'DATABASE_POOL: use a number of connections from 6 to 200'],
  [{ IDENTITY_SESSION_IDLE_DAYS: 'never' }, 'IDENTITY_SESSION_IDLE_DAYS: use a number of days'],
  [{ SMS_DAILY_LIMIT: '0' }, 'SMS_DAILY_LIMIT: use a number of text messages from 1 to 1000000'],
  [{ IDENTITY_SESSION_IDLE_DAYS: '31' }, 'IDENTITY_SESSION_IDLE_DAYS: use at most IDENTITY_SESSION_DAYS'],
  [
    { SMTP_URL: 'smtp://localhost?from=Blood%20Buddies' },
    'SMTP_URL: write the sender as one address, such as',
  ],
  [{ SMS_URL: 'sms.example' }, 'SMS_URL: use an address that begins with https:// or http://'],
  [{ CONTACT_EMAIL: 'team' }, 'CONTACT_EMAIL: use an email address'],
  [{ RATE_LIMIT_SCALE: '0' }, 'RATE_LIMIT_SCALE'],
  [{ DISABLED_FEATURES: 'reminder' }, 'DISABLED_FEATURES'],
  [{ NODE_ENV: 'production' }, 'PUBLIC_URL'],
  [{ ...live, STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY'],
  [{ NODE_ENV: 'Production' }, 'NODE_ENV: use production, development, test, or leave it out'],
  [{ ...live, ...testKeys }, 'set ALLOW_TEST_PAYMENTS=on'],
  [{ ALLOW_TEST_PAYMENTS: 'yes' }, 'ALLOW_TEST_PAYMENTS: use on or off'],
  [
    {
      NODE_ENV: 'production',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
      DATABASE_URL: 'postgres://db/x',
    },
    'SECRET_KEY',
  ],
])('rejects an invalid setting with one line that names the variable: %j', (environment, expectedError) => {
  const read = () => readConfig(environment);
  expect(read).toThrow(expectedError);
  expect(read).toThrow(/^[^\n]+$/);
});

test('a session is idle for at most as long as it lasts, if only its maximum age is set', () => {
  const { identitySettings } = readConfig({ IDENTITY_SESSION_DAYS: '7' });
  expect(identitySettings.sessionLifetime).toEqual({ absoluteTimeoutMs: days(7), idleTimeoutMs: days(7) });
  expect(readConfig({}).identitySettings.sessionLifetime.idleTimeoutMs).toBe(days(14));
});

test('allows test payments outside production, and in production only with ALLOW_TEST_PAYMENTS', () => {
  expect(readConfig(testKeys).stripe?.secretKey).toBe('rk_test_1');
  const staging = { ...live, ...testKeys, ALLOW_TEST_PAYMENTS: 'on' };
  expect(readConfig(staging).production).toBe(true);
});

test('takes no payments in production without Stripe, and warns the operator', () => {
  const withoutStripe = readConfig({ NODE_ENV: 'production', PUBLIC_URL: live.PUBLIC_URL });
  expect(withoutStripe).toMatchObject({ stripe: undefined, cards: 'none' });
  expect(withoutStripe.warnings).toEqual([
    expect.stringContaining('STRIPE_SECRET_KEY is not set'),
    expect.stringContaining('TRUST_PROXY is not set'),
  ]);
  const behindProxy = { ...live, TRUST_PROXY: 'loopback' };
  expect(readConfig(behindProxy)).toMatchObject({ cards: 'stripe', warnings: [] });
});

test('[IDP-14] rejects a colon in the API key and in the auth domain', () => {
  const all = { ...firebase, FIREBASE_AUTH_DOMAIN: 'x.firebaseapp.com' };
  expect(readConfig(all).identity).toMatchObject({ provider: 'firebase', projectId: 'p' });
  expect(() => readConfig({ ...all, FIREBASE_API_KEY: 'a:b' })).toThrow(
    'FIREBASE_API_KEY: must not contain a colon.',
  );
  expect(() => readConfig({ ...all, FIREBASE_AUTH_DOMAIN: 'x:443' })).toThrow('FIREBASE_AUTH_DOMAIN');
});

test('[IDP-04] disables phone numbers in production without an SMS service', () => {
  expect(readConfig(live).identitySettings.textMessages).toBe(false);
  const withService = readConfig({ ...live, SMS_URL: 'https://me:key@sms.example/send' });
  expect(withService).toMatchObject({
    smsUrl: 'https://me:key@sms.example/send',
    identitySettings: { textMessages: true },
  });
});

test('[IDP-03] uses the configured Google client, else the built-in Google outside production, else none', () => {
  const issuer = 'https://accounts.google.com';
  const client = { clientId: 'c', clientSecret: 's' };
  const hosted = { ...firebase, FIREBASE_AUTH_DOMAIN: 'x.firebaseapp.com' };
  expect(readConfig({}).google).toBe('built-in');
  expect(readConfig(live).google).toBe('off');
  expect(readConfig(hosted).google).toBe('off');
  for (const mode of [{}, live, hosted]) {
    expect(readConfig({ ...mode, ...googleClient }).google).toEqual({ ...client, issuer });
  }
  const local = { ...googleClient, GOOGLE_ISSUER: 'http://127.0.0.1:4000' };
  expect(readConfig(local).google).toEqual({ ...client, issuer: 'http://127.0.0.1:4000' });
});

test('enables every feature that is not in DISABLED_FEATURES', () => {
  expect(readConfig({}).features).toEqual(features);
  expect(readConfig({ DISABLED_FEATURES: ' offline,languages ' }).features).toEqual(
    features.filter((feature) => feature !== 'offline' && feature !== 'languages'),
  );
});

test('stores pictures in the configured bucket; its region is optional', () => {
  const base = { bucket: 'pictures', accessKeyId: 'id', secretAccessKey: 'secret' };
  expect(readConfig(s3).s3).toEqual({ ...base, endpoint: 'https://s3.example', region: undefined });
  const internalS3 = { ...s3, S3_ENDPOINT: 'http://minio:9000/storage/', S3_REGION: 'garage' };
  expect(readConfig(internalS3).s3).toEqual({
    ...base,
    endpoint: 'http://minio:9000/storage',
    region: 'garage',
  });
});

test.each(['http://localhost:3000', 'http://192.168.1.20', 'http://[fd00::5]:3000', 'https://donors.local'])(
  'accepts a PUBLIC_URL of this machine or a private network outside production: %s',
  (PUBLIC_URL) => {
    expect(readConfig({ PUBLIC_URL })).toMatchObject({ google: 'built-in', warnings: [] });
  },
);

test('warns about http in production, where it is allowed, and about rate limits that are too high', () => {
  const insecure = { ...live, PUBLIC_URL: 'http://blood.example', ALLOW_INSECURE_CONNECTIONS: 'on' };
  expect(readConfig(insecure).warnings).toEqual([expect.stringMatching(/^PUBLIC_URL begins with http:/)]);
  expect(readConfig({ RATE_LIMIT_SCALE: '10' }).warnings).toEqual([]);
  expect(readConfig({ RATE_LIMIT_SCALE: '11' }).warnings).toEqual([
    expect.stringMatching(/^RATE_LIMIT_SCALE is 11:/),
  ]);
});

test('accepts a SECRET_KEY of one repeated character only to replace it', () => {
  const keys = { SECRET_KEY: 'x'.repeat(16), NEW_SECRET_KEY: 'a key for these tests' };
  expect(readConfig(keys)).toMatchObject({ secretKey: keys.SECRET_KEY, newSecretKey: keys.NEW_SECRET_KEY });
});

test('logs warnings and errors by default, and more with LOG_LEVEL', () => {
  expect(readConfig({}).logLevel).toBe('warn');
  expect(readConfig({ LOG_LEVEL: 'info' }).logLevel).toBe('info');
});
