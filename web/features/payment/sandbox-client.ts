import * as z from 'zod/mini';
import { timeoutSignal } from '#web/api/client.ts';
import { readCardError } from './card-error.ts';
import type { BillingDetails, CardResult, PaymentRequest } from './payment-intent.ts';
import { paymentIntentId } from './payment-intent.ts';

/** Our own card sandbox: Stripe's wire shapes, form-encoded, with the publishable key, as Stripe.js sends them. */
const root = '/cards/v1';

export type CardDetails = { number: string; month: string; year: string; cvc: string };

const statuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'canceled',
  'succeeded',
] as const;
const answerWithin = 30_000;

const Told = z.object({
  message: z.optional(z.string()),
  code: z.optional(z.string()),
  decline_code: z.optional(z.string()),
  param: z.optional(z.string()),
});
const Intent = z.object({
  id: z.string(),
  status: z.enum(statuses),
  last_payment_error: z.nullish(Told),
  next_action: z.nullish(
    z.object({ redirect_to_url: z.optional(z.object({ url: z.url({ protocol: /^https?$/ }) })) }),
  ),
});
const Method = z.object({ id: z.string() });
const Refusal = z.object({ error: Told });

type Parts = {
  fetch: typeof fetch;
  /** Takes the whole page to the bank. */
  leave: (url: string) => void;
};
const browser: Parts = {
  fetch: (...request) => fetch(...request),
  leave: (url) => window.location.assign(url),
};

export function sandboxClient(publishableKey: string, { fetch, leave }: Parts = browser) {
  async function ask(path: string, fields: Record<string, string>, method: 'GET' | 'POST'): Promise<unknown> {
    const form = new URLSearchParams({ ...fields, key: publishableKey });
    const signal = timeoutSignal(answerWithin);
    const answer =
      method === 'GET'
        ? await fetch(`${root}${path}?${form}`, { signal })
        : await fetch(`${root}${path}`, { method, body: form, signal });
    // A provider that failed, or has no time, has said nothing about the charge.
    if (answer.status >= 500 || answer.status === 429)
      throw new Error(`The card provider answered ${answer.status}.`);
    return answer.json();
  }

  const askForCharge = (clientSecret: string) =>
    ask(pathOf(clientSecret), { client_secret: clientSecret }, 'GET');

  /** Where the bank wants to ask the payer first, the browser goes there. */
  function goOn(answer: unknown): CardResult {
    const read = readCharge(answer);
    const url = 'charge' in read && Intent.parse(answer).next_action?.redirect_to_url?.url;
    if (url) leave(url);
    return read;
  }

  return {
    retrieve: async (clientSecret: string): Promise<CardResult> =>
      readCharge(await askForCharge(clientSecret)),

    authenticate: async (clientSecret: string): Promise<CardResult> => goOn(await askForCharge(clientSecret)),

    async confirm(
      { clientSecret, billing, returnUrl }: PaymentRequest,
      card: CardDetails,
    ): Promise<CardResult> {
      const method = await ask('/payment_methods', methodFields(card, billing), 'POST');
      const refused = Refusal.safeParse(method);
      if (refused.success) return { error: readCardError(refused.data.error) };
      const payment_method = Method.parse(method).id;
      const fields = { client_secret: clientSecret, payment_method, return_url: returnUrl };
      return goOn(await ask(`${pathOf(clientSecret)}/confirm`, fields, 'POST'));
    },
  };
}

const pathOf = (clientSecret: string) =>
  `/payment_intents/${encodeURIComponent(paymentIntentId(clientSecret))}`;

function readCharge(answer: unknown): CardResult {
  const refused = Refusal.safeParse(answer);
  if (refused.success) return { error: readCardError(refused.data.error) };
  const { id, status, last_payment_error } = Intent.parse(answer);
  return {
    charge: { id, status, ...(last_payment_error && { refusal: readCardError(last_payment_error) }) },
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
