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
 * Who calls: the server with its secret key as a bearer token, the browser with the publishable key, which may also be
 * in the form. A secret key there is refused: forms and addresses end up in logs.
 * @throws StripeShapedError 401 without a key or with an unknown one
 */
export function readCaller(c: Context, inForm: unknown, keys: Keys): Caller {
  const [, bearer] = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? [];
  const key = bearer ?? inForm;
  const missing = 'You did not provide an API key.';
  if (typeof key !== 'string' || key === '') throw new StripeShapedError(401, missing);
  if (bearer && isSameSecret(bearer, keys.secretKey)) return 'server';
  if (isSameSecret(key, keys.publishableKey)) return 'browser';
  throw new StripeShapedError(401, 'Invalid API Key provided. The sandbox takes its own test keys only.');
}

/** @throws StripeShapedError 403 when a browser calls what only the server may */
export function requireServer(caller: Caller): void {
  if (caller === 'server') return;
  const message = 'This API call cannot be made with a publishable API key. Please use a secret API key.';
  throw new StripeShapedError(403, message, { code: 'secret_key_required' });
}
