import * as z from 'zod/mini';
import { timeoutSignal } from '#web/api/client.ts';
import { readCardError } from './card-error.ts';
import type { BillingDetails, CardDetails, CardResult, PaymentRequest } from './payment-intent.ts';
import { paymentIntentId } from './payment-intent.ts';

/**
 * Path of the card sandbox. Requests are form-encoded with the publishable key, in Stripe's format, as
 * Stripe.js sends them.
 */
const BASE_URL = '/cards/v1';

const statuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const;
const TIMEOUT_MS = 30_000;

const ProviderError = z.object({
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  decline_code: z.optional(z.string()),
  param: z.optional(z.string()),
});
const PaymentIntent = z.object({
  id: z.string(),
  status: z.enum(statuses),
  last_payment_error: z.nullish(ProviderError),
  next_action: z.nullish(
    z.object({ redirect_to_url: z.optional(z.object({ url: z.url({ protocol: /^https?$/ }) })) }),
  ),
});
const PaymentMethod = z.object({ id: z.string() });
const ErrorResponse = z.object({ error: ProviderError });

type Deps = {
  fetch: typeof fetch;
  /** Navigates to the bank's page. */
  redirect: (url: string) => void;
};
const browserDeps: Deps = {
  fetch: (...request) => fetch(...request),
  redirect: (url) => window.location.assign(url),
};

export function createSandboxClient(publishableKey: string, { fetch, redirect }: Deps = browserDeps) {
  async function request(
    path: string,
    fields: Record<string, string>,
    method: 'GET' | 'POST',
  ): Promise<unknown> {
    const form = new URLSearchParams({ ...fields, key: publishableKey });
    const signal = timeoutSignal(TIMEOUT_MS);
    const response =
      method === 'GET'
        ? await fetch(`${BASE_URL}${path}?${form}`, { signal })
        : await fetch(`${BASE_URL}${path}`, { method, body: form, signal });
    // A 5xx or 429 says nothing about the payment.
    if (response.status >= 500 || response.status === 429)
      throw new Error(`The card provider responded with status ${response.status}.`);
    return response.json();
  }

  const fetchPaymentIntent = (clientSecret: string) =>
    request(pathOf(clientSecret), { client_secret: clientSecret }, 'GET');

  /** Redirects to the bank when it must authenticate the payer. */
  function handleNextAction(body: unknown): CardResult {
    const result = readPaymentIntent(body);
    const url = 'paymentIntent' in result && PaymentIntent.parse(body).next_action?.redirect_to_url?.url;
    if (url) redirect(url);
    return result;
  }

  return {
    retrieve: async (clientSecret: string): Promise<CardResult> =>
      readPaymentIntent(await fetchPaymentIntent(clientSecret)),

    authenticate: async (clientSecret: string): Promise<CardResult> =>
      handleNextAction(await fetchPaymentIntent(clientSecret)),

    async confirm(
      { clientSecret, billing, returnUrl }: PaymentRequest,
      card: CardDetails,
    ): Promise<CardResult> {
      const response = await request('/payment_methods', methodFields(card, billing), 'POST');
      const failed = ErrorResponse.safeParse(response);
      if (failed.success) return { error: readCardError(failed.data.error) };
      const payment_method = PaymentMethod.parse(response).id;
      const fields = { client_secret: clientSecret, payment_method, return_url: returnUrl };
      return handleNextAction(await request(`${pathOf(clientSecret)}/confirm`, fields, 'POST'));
    },
  };
}

const pathOf = (clientSecret: string) =>
  `/payment_intents/${encodeURIComponent(paymentIntentId(clientSecret))}`;

function readPaymentIntent(body: unknown): CardResult {
  const failed = ErrorResponse.safeParse(body);
  if (failed.success) return { error: readCardError(failed.data.error) };
  const { id, status, last_payment_error } = PaymentIntent.parse(body);
  return {
    paymentIntent: {
      id,
      status,
      ...(last_payment_error && { lastPaymentError: readCardError(last_payment_error) }),
    },
  };
}

const methodFields = (card: CardDetails, billing: BillingDetails): Record<string, string> => ({
  type: 'card',
  'card[number]': card.number,
  'card[exp_month]': card.month,
  'card[exp_year]': card.year,
  'card[cvc]': card.cvc,
  'billing_details[name]': billing.name,
  'billing_details[email]': billing.email,
});
