import { readCardError } from './card-error.ts';
import type { CardResult, PaymentIntent } from './payment-intent.ts';

/** The properties that are read from results and errors of Stripe.js. */
type StripeError = { message?: string; code?: string; decline_code?: string; param?: string };
type Result = {
  paymentIntent?: {
    id: string;
    status: PaymentIntent['status'];
    next_action: { redirect_to_url?: { url: string | null } } | null;
    last_payment_error?: StripeError | null;
  };
  error?: StripeError & { type: string };
};

export function readStripeResult({ paymentIntent, error }: Result): CardResult {
  if (error) return readStripeError(error);
  if (!paymentIntent) throw new Error('Stripe.js returned neither a PaymentIntent nor an error.');
  const { id, status, last_payment_error } = paymentIntent;
  return {
    paymentIntent: {
      id,
      status,
      ...(last_payment_error && { lastPaymentError: readCardError(last_payment_error) }),
    },
  };
}

const temporaryErrors = ['api_connection_error', 'api_error', 'rate_limit_error'];

/**
 * Converts a card error. Throws for connection errors and for a failing or busy Stripe, which say nothing
 * about the payment.
 */
export function readStripeError(error: NonNullable<Result['error']>): CardResult {
  if (temporaryErrors.includes(error.type))
    throw new Error(error.message ?? 'No connection to the card provider.');
  return { error: readCardError(error) };
}

/** Redirects to the bank when Stripe.js has not shown the authentication in its own dialog. */
export function redirectIfRequired(
  result: Result,
  redirect: (url: string) => void = (url) => window.location.assign(url),
): CardResult {
  const url =
    result.paymentIntent?.status === 'requires_action' &&
    result.paymentIntent.next_action?.redirect_to_url?.url;
  if (url) redirect(url);
  return readStripeResult(result);
}

/** Returns the current theme's colors for Stripe's iframes, which our style sheets cannot reach. */
export function getFieldStyle() {
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

/** Calls `listener` when the system switches between light and dark. @returns the unsubscribe function */
export function onThemeChange(listener: () => void): () => void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', listener);
  return () => dark.removeEventListener('change', listener);
}
