import * as z from 'zod/mini';
import type { Billing, CardAnswer } from './charge.ts';
import { chargeIdOf } from './charge.ts';

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
const Intent = z.object({ id: z.string(), status: z.enum(statuses) });
const Method = z.object({ id: z.string() });
const Refusal = z.object({
  error: z.object({ message: z.string(), code: z.optional(z.string()) }),
});

export function sandboxClient(
  publishableKey: string,
  fetcher: typeof fetch = (...request) => fetch(...request),
) {
  async function ask(path: string, fields: Record<string, string>, method: 'GET' | 'POST'): Promise<unknown> {
    const form = new URLSearchParams({ ...fields, key: publishableKey });
    const answer =
      method === 'GET'
        ? await fetcher(`${root}${path}?${form}`)
        : await fetcher(`${root}${path}`, { method, body: form });
    // A provider that failed has said nothing about the charge.
    if (answer.status >= 500) throw new Error(`The card provider answered ${answer.status}.`);
    return answer.json();
  }

  const readCharge = (answer: unknown): CardAnswer => {
    const refused = Refusal.safeParse(answer);
    return refused.success ? refused.data : { charge: Intent.parse(answer) };
  };

  const pathOf = (clientSecret: string) => `/payment_intents/${encodeURIComponent(chargeIdOf(clientSecret))}`;

  return {
    async retrieve(clientSecret: string): Promise<CardAnswer> {
      return readCharge(await ask(pathOf(clientSecret), { client_secret: clientSecret }, 'GET'));
    },

    async confirm(clientSecret: string, card: CardDetails, billing: Billing): Promise<CardAnswer> {
      const method = await ask('/payment_methods', methodFields(card, billing), 'POST');
      const refused = Refusal.safeParse(method);
      if (refused.success) return refused.data;
      const fields = { client_secret: clientSecret, payment_method: Method.parse(method).id };
      return readCharge(await ask(`${pathOf(clientSecret)}/confirm`, fields, 'POST'));
    },
  };
}

const methodFields = (card: CardDetails, billing: Billing): Record<string, string> => ({
  type: 'card',
  'card[number]': card.number,
  'card[exp_month]': card.month,
  'card[exp_year]': card.year,
  'card[cvc]': card.cvc,
  'billing_details[name]': billing.name,
  'billing_details[email]': billing.email,
});
