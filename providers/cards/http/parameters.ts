import { type Form, textOf } from './form.ts';
import { invalidRequest } from './stripe-error.ts';

/** What may stand in any request, and what Stripe.js sends of itself: none of it changes a payment here. */
const everywhere = [
  'client_secret',
  'expand',
  'key',
  '_stripe_version',
  'client_attribution_metadata',
  'expected_payment_method_type',
  'guid',
  'mandate_data',
  'muid',
  'pasted_fields',
  'payment_method_options',
  'payment_user_agent',
  'radar_options',
  'referrer',
  'return_url',
  'sid',
  'time_on_page',
  'use_stripe_sdk',
];

/** A parameter that would be overlooked is an error: a payment must not go another way than was asked for. */
export function onlyKnown(form: Form, known: readonly string[]): void {
  const unknown = Object.keys(form).find((name) => !known.includes(name) && !everywhere.includes(name));
  if (unknown === undefined) return;
  const param = unknown.slice(0, 100);
  throw invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
}

/** @throws StripeShapedError (400) for anything but true and false */
export function booleanOf(form: Form, name: string): boolean | undefined {
  const value = textOf(form, name);
  if (value === undefined || value === 'true' || value === 'false')
    return value === undefined ? undefined : value === 'true';
  throw invalidRequest(`Invalid boolean: ${value.slice(0, 50)}`, { param: name });
}

/** `name[]=a&name[]=b`. @throws StripeShapedError (400) for anything but a list of texts */
export function listOf(form: Form, name: string): string[] | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw invalidRequest('Invalid array', { param: name });
}

/** @throws StripeShapedError (400) for what cannot be an address */
export function emailOf(form: Form, name: string, param = name): string | undefined {
  const value = textOf(form, name, param);
  if (value === undefined || /^[^\s@]+@[^\s@]+$/.test(value)) return value;
  throw invalidRequest(`Invalid email address: ${value.slice(0, 100)}`, { code: 'email_invalid', param });
}

/** One of a few words. @throws StripeShapedError (400) for another one */
export function choiceOf<Choice extends string>(
  form: Form,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = textOf(form, name);
  if (value === undefined) return undefined;
  const choice = choices.find((each) => each === value);
  if (choice !== undefined) return choice;
  throw invalidRequest(`Invalid ${name}: must be one of ${choices.join(' or ')}`, { param: name });
}
