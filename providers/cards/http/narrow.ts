import type { Caller } from './keys.ts';

/** What the caller may see: a browser reads no metadata of an intent, in an answer or beside an error. */
export function narrowed(caller: Caller, body: object): object {
  return caller === 'server' ? body : forBrowser(body);
}

function forBrowser(body: object): object {
  if ('error' in body) return { error: forBrowser(body.error as object) };
  if ('payment_intent' in body && isIntent(body.payment_intent)) {
    return { ...body, payment_intent: forBrowser(body.payment_intent) };
  }
  if (!isIntent(body)) return body;
  const { metadata, ...rest } = body;
  return rest;
}

const isIntent = (value: unknown): value is { metadata: unknown } =>
  typeof value === 'object' && value !== null && 'object' in value && value.object === 'payment_intent';
