import { SetupError } from '#platform/errors.ts';
import type { Read } from './config-variables.ts';

export const google = 'https://accounts.google.com';

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

/** @throws SetupError with one line, where variables contradict each other or only half of a service is set */
export function checkThirdParties(v: Read, production: boolean): void {
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
