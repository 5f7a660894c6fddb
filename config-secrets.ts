import { readFileSync } from 'node:fs';
import { SetupError } from '#platform/errors.ts';

/** What nobody but this process should see: each may be a file, `SECRET_KEY_FILE=/run/secrets/key` for SECRET_KEY. */
const secretVariables = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'SECRET_KEY',
  'NEW_SECRET_KEY',
  'GOOGLE_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'IMAGES_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'SMS_URL',
  'REDIS_URL',
];

/**
 * The environment with what its files hold, read once.
 * @throws SetupError with one line, which never holds a secret
 */
export function withSecretFiles(environment: Record<string, string | undefined>) {
  const read = secretVariables.flatMap((name) => {
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
