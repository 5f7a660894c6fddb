import type { Stripe } from 'stripe';
import { AppError } from '#platform/errors.ts';

/** How a payment intent stands. `amount` in cents. */
export type Intent = {
  id: string;
  status: 'open' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  appointmentId: string | undefined;
  /** All of the money has been given back, by us or by somebody at the provider. */
  refunded: boolean;
};

/** With the secret under which the browser confirms it. */
export type PayableIntent = Intent & { clientSecret: string };

export type NewIntent = { appointmentId: string; amount: number; currency: string; idempotencyKey: string };

/** What the provider tells of an intent. `at` in ms, by the provider's clock and in whole seconds. */
export type CardEvent = { id: string; at: number; intent: Intent };

/** The card provider. Every call: @throws AppError unavailable (503) when it cannot be reached or is overloaded. */
export type Cards = {
  provider: 'sandbox' | 'stripe';
  publishableKey: string;
  /** Nothing when the provider answered that it failed: it may repeat that for the key, so the next try needs another. */
  createIntent(intent: NewIntent): Promise<PayableIntent | undefined>;
  /** Nothing for an id that the provider does not know. */
  findIntent(id: string): Promise<PayableIntent | undefined>;
  /** Ends an open intent; gives it as it stands afterwards: `succeeded` when the money came first. */
  cancelIntent(id: string): Promise<Intent | undefined>;
  /** Gives all of the money back; a repeat changes nothing. */
  refund(id: string): Promise<void>;
  /** What happened to intents from this instant on (ms), in no order that matters. */
  listEvents(since: number): AsyncIterable<CardEvent>;
  /** What a signed event tells, if it is of an intent. @throws AppError bad-signature (400) */
  readEvent(payload: string, signature: string): Promise<CardEvent | undefined>;
};

export type CardsOptions = {
  provider: 'sandbox' | 'stripe';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The sandbox: the same API, reached by this instead of the provider's own address. */
  fetch?: typeof fetch;
  /** How often the package itself tries again; only the simulation of faults sets another. */
  retries?: number;
};

/** The version that this code was written for: a newer package does not compile until somebody has looked. */
const apiVersion = '2026-10-28.endive';

/** The money of an intent stands on its charge. */
const expand = ['latest_charge'];

/** What an endpoint has to be subscribed to. */
const eventTypes = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
];

/** One adapter for Stripe and for the sandbox that speaks its protocol. */
export function createCards(options: CardsOptions): Cards {
  const { provider, secretKey, publishableKey, webhookSecret } = options;
  const livemode = /^.._live_/.test(secretKey);
  let opened: Promise<Stripe> | undefined;
  /** The package is large: it loads with the first charge. */
  const stripe = () => {
    opened ??= openStripe(options);
    return opened;
  };

  async function findIntent(id: string): Promise<PayableIntent | undefined> {
    try {
      return toPayable(await (await stripe()).paymentIntents.retrieve(id, { expand }));
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
        return toPayable(intent);
      } catch (error) {
        if (isOwnFault(error)) return undefined;
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
        // No key of our own: a fault of Stripe's would be repeated for it all day. What is left is given back, so never twice.
        await (await stripe()).refunds.create({ payment_intent: id });
      } catch (error) {
        if ((error as StripeFault).code !== 'charge_already_refunded') throw translate(error);
      }
    },

    async *listEvents(since) {
      const created = { gte: Math.floor(since / 1000) };
      try {
        const events = (await stripe()).events.list({ types: eventTypes, created, limit: 100 });
        for await (const event of events) {
          const told = toCardEvent(event);
          if (told) yield told;
        }
      } catch (error) {
        throw error instanceof AppError ? error : translate(error);
      }
    },

    async readEvent(payload, signature) {
      try {
        const { webhooks } = await stripe();
        const event = await webhooks.constructEventAsync(payload, signature, webhookSecret);
        if (event.livemode === !livemode) throw new Error('Test and live are mixed.');
        const told = toCardEvent(event);
        if (told && !told.id) throw new Error('An event without an id cannot be told from another.');
        return told;
      } catch (cause) {
        throw new AppError('bad-signature', { cause });
      }
    },
  };
}

async function openStripe({ secretKey, fetch, retries = 2 }: CardsOptions): Promise<Stripe> {
  const { default: Package } = await import('stripe');
  return new Package(secretKey, {
    apiVersion,
    maxNetworkRetries: retries,
    timeout: 10_000,
    telemetry: false,
    ...(fetch && { httpClient: Package.createFetchHttpClient(fetch) }),
  });
}

function toIntent({ id, status, amount, currency, metadata, latest_charge }: Stripe.PaymentIntent): Intent {
  return {
    id,
    status: status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'canceled' : 'open',
    amount,
    currency,
    appointmentId: metadata?.appointmentId,
    refunded: typeof latest_charge === 'object' && latest_charge?.refunded === true,
  };
}

const toPayable = (intent: Stripe.PaymentIntent): PayableIntent => ({
  ...toIntent(intent),
  clientSecret: intent.client_secret ?? '',
});

function toCardEvent({ id, created, data }: Stripe.Event): CardEvent | undefined {
  const at = created * 1000;
  if (data.object.object === 'payment_intent') return { id, at, intent: toIntent(data.object) };
  if (data.object.object !== 'charge' || typeof data.object.payment_intent !== 'string') return undefined;
  const { payment_intent, amount, currency, metadata, refunded, paid } = data.object;
  const status = paid ? 'succeeded' : 'open';
  const appointmentId = metadata?.appointmentId;
  return { id, at, intent: { id: payment_intent, status, amount, currency, appointmentId, refunded } };
}

type StripeFault = { type?: string; statusCode?: number; code?: string };

const isInvalidRequest = (error: unknown): boolean =>
  (error as StripeFault).type === 'StripeInvalidRequestError';

const isMissing = (error: unknown): boolean =>
  isInvalidRequest(error) && [400, 404].includes((error as StripeFault).statusCode ?? 0);

/** It answered, and with a fault of its own. */
const isOwnFault = (error: unknown): boolean =>
  (error as StripeFault).type === 'StripeAPIError' && ((error as StripeFault).statusCode ?? 0) >= 500;

const translate = (cause: unknown): AppError => new AppError('unavailable', { cause });
