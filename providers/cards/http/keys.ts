import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Form } from './form.ts';
import { invalidRequest, type StripeShapedError } from './stripe-error.ts';

export type Keys = {
  secretKey: string;
  publishableKey: string;
  /** Under which the fingerprints of idempotent requests are made. */
  fingerprintKey: string;
};
export type Caller = 'server' | 'browser';

/**
 * Who calls: the server with its secret key (Bearer, or Basic as its user name), the browser with the publishable key,
 * which may also stand in the form. A secret key there is refused: forms and addresses end up in logs.
 * @throws StripeShapedError 401 without a key or with a wrong one
 */
export function callerOf(c: Context, form: Form, keys: Keys): Caller {
  const inHeader = keyInHeader(c);
  const key = inHeader ?? (typeof form.key === 'string' ? form.key : undefined);
  if (!key) {
    throw invalidRequest(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
      { status: 401 },
    );
  }
  if (inHeader && same(inHeader, keys.secretKey)) return 'server';
  if (same(key, keys.publishableKey)) return 'browser';
  throw unknownKey(key);
}

function unknownKey(key: string): StripeShapedError {
  if (/^(sk|rk|pk)_live_/.test(key)) {
    return invalidRequest(
      'Test and live mode API keys, requests, and objects are only available within the mode they are in. The card sandbox takes test keys only.',
      { status: 401, code: 'livemode_mismatch' },
    );
  }
  return invalidRequest(`Invalid API Key provided: ${key.slice(0, 8)}***`, { status: 401 });
}

/** @throws StripeShapedError 403 when a browser calls what only a server may */
export function onlyServer(caller: Caller): void {
  if (caller === 'server') return;
  throw invalidRequest(
    'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    { status: 403, code: 'secret_key_required' },
  );
}

function keyInHeader(c: Context): string | undefined {
  const header = c.req.header('authorization') ?? '';
  const [, scheme = '', value = ''] = /^(Bearer|Basic) +(\S+)$/i.exec(header) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() === 'basic') return Buffer.from(value, 'base64').toString().split(':')[0];
  return undefined;
}

function same(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
