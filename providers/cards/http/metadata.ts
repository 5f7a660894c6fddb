import { type Form, nested } from './form.ts';
import { invalidRequest } from './stripe-error.ts';

/** What the caller wants remembered beside an object. @throws StripeShapedError 400 */
export function readMetadata(form: Form): Record<string, string> {
  const pairs = Object.entries(nested(form, 'metadata'));
  const wrong = (message: string) => invalidRequest(message, { param: 'metadata' });
  if (pairs.length > 50) throw wrong('Metadata can have up to 50 keys.');
  for (const [key, value] of pairs) {
    if (typeof value !== 'string' || key.length > 40 || value.length > 500) {
      throw wrong('Metadata values must be strings of up to 500 characters, their keys of up to 40.');
    }
  }
  return Object.fromEntries(pairs as [string, string][]);
}
