import { type Form, nested } from './form.ts';
import { invalidRequest } from './stripe-error.ts';

const wrong = (message: string) => invalidRequest(message, { param: 'metadata' });
const MOST = 50;
const tooMany = () => wrong(`Metadata can have up to ${MOST} keys.`);

/** What the caller wants remembered beside an object. @throws StripeShapedError 400 */
export function readMetadata(form: Form): Record<string, string> {
  const pairs = Object.entries(nested(form, 'metadata'));
  if (pairs.length > MOST) throw tooMany();
  for (const [key, value] of pairs) {
    if (typeof value !== 'string' || key.length > 40 || value.length > 500) {
      throw wrong('Metadata values must be strings of up to 500 characters, their keys of up to 40.');
    }
  }
  return Object.fromEntries(pairs as [string, string][]);
}

/** Metadata (JSON) as a change leaves it: an empty value takes its key away, an empty text all. @throws StripeShapedError 400 */
export function changedMetadata(form: Form, before: string): string {
  if (form.metadata === '') return '{}';
  const both = { ...(JSON.parse(before) as Record<string, string>), ...readMetadata(form) };
  const left = Object.entries(both).filter(([, value]) => value !== '');
  if (left.length > MOST) throw tooMany();
  return JSON.stringify(Object.fromEntries(left));
}
