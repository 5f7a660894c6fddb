import type { Context } from 'hono';
import { isSameSecret } from '#platform/ids.ts';
import { StripeShapedError } from './errors.ts';

export type Keys = {
  secretKey: string;
  publishableKey: string;
  /** Signs the fingerprints of idempotent requests. */
  fingerprintKey: string;
};
export type Caller = 'server' | 'browser';

/**
 * Returns the caller. The server has the secret key as a bearer token. The browser has the publishable key,
 * which may also be in the form. A secret key there is rejected, because forms and URLs end up in logs.
 * @throws StripeShapedError 401 without a key or with an unknown one
 */
export function readCaller(c: Context, formKey: unknown, keys: Keys): Caller {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const key = bearer ?? formKey;
  const missing = 'You did not provide an API key.';
  if (typeof key !== 'string' || key === '') throw new StripeShapedError(401, missing);
  if (bearer && isSameSecret(bearer, keys.secretKey)) return 'server';
  if (isSameSecret(key, keys.publishableKey)) return 'browser';
  throw new StripeShapedError(401, 'Invalid API Key provided. The sandbox accepts only its own test keys.');
}

/** @throws StripeShapedError 403 when a browser makes a call that needs the secret key */
export function requireSecretKey(caller: Caller): void {
  if (caller === 'server') return;
  const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
  throw new StripeShapedError(403, message, { code: 'secret_key_required' });
}
