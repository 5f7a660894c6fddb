import { readCardError } from './card-error.ts';
import type { CardResult, PaymentIntent } from './payment-intent.ts';

/** What is read of an answer of Stripe.js. */
type Told = { message?: string; code?: string; decline_code?: string; param?: string };
type Result = {
  paymentIntent?: {
    id: string;
    status: PaymentIntent['status'];
    next_action: { redirect_to_url?: { url: string | null } } | null;
    last_payment_error?: Told | null;
  };
  error?: Told & { type: string };
};

export function readStripeResult({ paymentIntent, error }: Result): CardResult {
  if (error) return readStripeError(error);
  if (!paymentIntent) throw new Error('Stripe.js answered with neither a charge nor an error.');
  const { id, status, last_payment_error: refusal } = paymentIntent;
  return { charge: { id, status, ...(refusal && { refusal: readCardError(refusal) }) } };
}

const noAnswer = ['api_connection_error', 'api_error', 'rate_limit_error'];

/** Stripe.js tells a broken connection, a failing or a busy Stripe as errors like any other; for us no answer came. */
export function readStripeError(error: NonNullable<Result['error']>): CardResult {
  if (noAnswer.includes(error.type)) throw new Error(error.message ?? 'No connection to the card provider.');
  return { error: readCardError(error) };
}

/** Stripe.js shows the bank's question itself; a bank that wants the whole page gets it. */
export function nextAction(
  result: Result,
  leave: (url: string) => void = (url) => window.location.assign(url),
): CardResult {
  const url =
    result.paymentIntent?.status === 'requires_action' &&
    result.paymentIntent.next_action?.redirect_to_url?.url;
  if (url) leave(url);
  return readStripeResult(result);
}

/** The colors of the page's present theme, for text in Stripe's frames: no style sheet of ours reaches it. */
export function fieldStyle() {
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const base = {
    color: token('--color-ink'),
    iconColor: token('--color-ink-soft'),
    fontSize: '16px',
    lineHeight: '28px',
    '::placeholder': { color: token('--color-ink-soft') },
  };
  return { base, invalid: { color: token('--color-error'), iconColor: token('--color-error') } };
}

/** Calls back when the system switches between light and dark; returns what ends that. */
export function onThemeChange(changed: () => void): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', changed);
  return () => dark.removeEventListener('change', changed);
}
