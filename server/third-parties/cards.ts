import type { Stripe } from 'stripe';
import { AppError } from '#platform/errors.ts';

/** What our rules need to know of a payment intent. `amount` in cents. */
export type Intent = {
  id: string;
  clientSecret: string;
  status: 'open' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  appointmentId: string | undefined;
};

export type NewIntent = { appointmentId: string; amount: number; currency: string; idempotencyKey: string };

/** The card provider. Every call: @throws AppError unavailable (503) when it cannot be reached or is overloaded. */
export type Cards = {
  provider: 'sandbox' | 'stripe';
  publishableKey: string;
  createIntent(intent: NewIntent): Promise<Intent>;
  /** Nothing for an id that the provider does not know. */
  findIntent(id: string): Promise<Intent | undefined>;
  /** Ends an open intent; gives it as it stands afterwards: `succeeded` when the money came first. */
  cancelIntent(id: string): Promise<Intent | undefined>;
  /** Gives all of the money back; a repeat changes nothing. */
  refund(id: string): Promise<void>;
  /** The intent that a signed event tells of, if any. @throws AppError bad-signature (400) */
  readEvent(payload: string, signature: string): Promise<Intent | undefined>;
};

export type CardsOptions = {
  provider: 'sandbox' | 'stripe';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The sandbox: the same API, reached by this instead of the provider's own address. */
  fetch?: typeof fetch;
};

/** One adapter for Stripe and for the sandbox that speaks its protocol. */
export function createCards({
  provider,
  secretKey,
  publishableKey,
  webhookSecret,
  fetch,
}: CardsOptions): Cards {
  let opened: Promise<Stripe> | undefined;
  /** The package is large: it loads with the first charge. */
  const stripe = () => {
    opened ??= openStripe(secretKey, fetch);
    return opened;
  };

  async function findIntent(id: string): Promise<Intent | undefined> {
    try {
      return toIntent(await (await stripe()).paymentIntents.retrieve(id));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw translate(error);
    }
  }

  return {
    provider,
    publishableKey,
    findIntent,

    async createIntent({ appointmentId, amount, currency, idempotencyKey }) {
      try {
        const intent = await (await stripe()).paymentIntents.create(
          { amount, currency, allowed_payment_method_types: ['card'], metadata: { appointmentId } },
          { idempotencyKey },
        );
        return toIntent(intent);
      } catch (error) {
        throw translate(error);
      }
    },

    async cancelIntent(id) {
      try {
        return toIntent(await (await stripe()).paymentIntents.cancel(id));
      } catch (error) {
        if (isInvalidRequest(error)) return findIntent(id);
        throw translate(error);
      }
    },

    async refund(id) {
      try {
        await (await stripe()).refunds.create({ payment_intent: id }, { idempotencyKey: `refund-${id}` });
      } catch (error) {
        if ((error as { code?: string }).code !== 'charge_already_refunded') throw translate(error);
      }
    },

    async readEvent(payload, signature) {
      try {
        const { data } = await (await stripe()).webhooks.constructEventAsync(
          payload,
          signature,
          webhookSecret,
        );
        return data.object.object === 'payment_intent' ? toIntent(data.object) : undefined;
      } catch (cause) {
        throw new AppError('bad-signature', { cause });
      }
    },
  };
}

async function openStripe(secretKey: string, ownFetch: typeof fetch | undefined): Promise<Stripe> {
  const { default: Package } = await import('stripe');
  return new Package(secretKey, {
    apiVersion: Package.API_VERSION as never,
    maxNetworkRetries: 2,
    timeout: 10_000,
    telemetry: false,
    ...(ownFetch && { httpClient: Package.createFetchHttpClient(ownFetch) }),
  });
}

function toIntent(intent: Stripe.PaymentIntent): Intent {
  const { id, status, amount, currency, metadata } = intent;
  return {
    id,
    clientSecret: intent.client_secret ?? '',
    status: status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'canceled' : 'open',
    amount,
    currency,
    appointmentId: metadata.appointmentId,
  };
}

type StripeFault = { type?: string; statusCode?: number };

const isInvalidRequest = (error: unknown): boolean =>
  (error as StripeFault).type === 'StripeInvalidRequestError';

const isMissing = (error: unknown): boolean =>
  isInvalidRequest(error) && [400, 404].includes((error as StripeFault).statusCode ?? 0);

const translate = (cause: unknown): AppError => new AppError('unavailable', { cause });
