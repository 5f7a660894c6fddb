import type { Stripe } from 'stripe';
import { AppError } from '#platform/errors.ts';
import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import {
  isCardDeclined,
  isInvalidRequest,
  isMissing,
  isOurFault,
  type ProviderError,
  type StripeFault,
  toProviderError,
} from './cards-errors.ts';
import { requireField, toCardEvent, toIntent, toPayable } from './cards-shapes.ts';

/** How a payment intent stands. `amount` in cents. */
export type Intent = {
  id: string;
  status: 'open' | 'succeeded' | 'canceled';
  amount: number;
  currency: string;
  appointmentId: string | undefined;
  /** The id of the site that it was made for (of older ones its PUBLIC_URL): several may share an account. */
  site: string | undefined;
  /** When the card was charged, in ms, where that is known. */
  paidAt: number | undefined;
  /** All of the money has been given back, by us or by somebody at the provider. */
  refunded: boolean;
  /** How much of it has been refunded, in the smallest unit of the currency. */
  refundedAmount: number;
};

/** With the secret under which the browser confirms it. */
export type PayableIntent = Intent & { clientSecret: string };

export type NewIntent = {
  appointmentId: string;
  site: string;
  amount: number;
  currency: string;
  idempotencyKey: string;
};

/** What the provider tells of an intent. `at` in ms, by the provider's clock and in whole seconds. */
export type CardEvent = {
  id: string;
  at: number;
  /** Refunds and disputes can be undone, so their events only say that the provider has to be queried. */
  about: 'payment' | 'refund' | 'refund-failed' | 'dispute';
  /** A card was refused; the intent stays open for another. */
  declined?: true;
  intent: Intent;
};

/** `refused`: it cannot be refunded this way, now or later. `reason`: the provider's error or pending code. */
export type RefundResult =
  | { outcome: 'on-its-way'; reason?: string }
  | { outcome: 'refused'; reason: string };

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
  refund(id: string): Promise<RefundResult>;
  /** The status of the latest dispute about an intent; nothing when nobody disputes it. */
  findDispute(id: string): Promise<string | undefined>;
  /** What happened to intents from one instant on (ms) and before another, in no order that matters. */
  listEvents(since: number, before?: number): AsyncIterable<CardEvent>;
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
  /** Called with each error response and each failed connection that is not part of normal operation. */
  onError?: (error: ProviderError) => void;
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
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
];

/** One adapter for Stripe and for the sandbox that speaks its protocol. */
export function createCards(options: CardsOptions): Cards {
  const { provider, secretKey, publishableKey, webhookSecret, onError } = options;
  const livemode = /^.._live_/.test(secretKey);
  let opened: Promise<Stripe> | undefined;
  /** The package is large: it loads with the first charge. */
  const stripe = () => {
    opened ??= openStripe(options);
    return opened;
  };

  const unavailable = (cause: unknown, call: string): AppError => {
    onError?.(toProviderError(cause, call));
    return new AppError('unavailable', { cause });
  };

  async function findIntent(id: string): Promise<PayableIntent | undefined> {
    try {
      return toPayable(await (await stripe()).paymentIntents.retrieve(id, { expand }));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw unavailable(error, 'findIntent');
    }
  }

  return {
    provider,
    publishableKey,
    findIntent,

    async createIntent({ appointmentId, site, amount, currency, idempotencyKey }) {
      try {
        const intent = await (await stripe()).paymentIntents.create(
          { amount, currency, allowed_payment_method_types: ['card'], metadata: { appointmentId, site } },
          { idempotencyKey },
        );
        return toPayable(intent);
      } catch (error) {
        const failure = unavailable(error, 'createIntent');
        if (isOurFault(error)) return undefined;
        throw failure;
      }
    },

    async cancelIntent(id) {
      try {
        return toIntent(await (await stripe()).paymentIntents.cancel(id));
      } catch (error) {
        if (isInvalidRequest(error)) return findIntent(id);
        throw unavailable(error, 'cancelIntent');
      }
    },

    async refund(id) {
      try {
        // No key of our own: a fault of Stripe's would be repeated for it all day. What is left is given back, so never twice.
        const refund = await (await stripe()).refunds.create({ payment_intent: id });
        requireField('refund', refund);
        const { status, failure_reason, pending_reason } = refund;
        if (status === 'failed' || status === 'canceled')
          return { outcome: 'refused', reason: failure_reason ?? status };
        return { outcome: 'on-its-way', ...(pending_reason && { reason: pending_reason }) };
      } catch (error) {
        const { code, statusCode } = error as StripeFault;
        if (code === 'charge_already_refunded') return { outcome: 'on-its-way' };
        // Disputed, not refundable, no money on the account: the same request would be refused again.
        if (isCardDeclined(error)) return { outcome: 'refused', reason: code ?? `status ${statusCode}` };
        throw unavailable(error, 'refund');
      }
    },

    async findDispute(id) {
      try {
        const { data } = await (await stripe()).disputes.list({ payment_intent: id, limit: 1 });
        return data[0]?.status;
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw unavailable(error, 'findDispute');
      }
    },

    async *listEvents(since, before) {
      const created = { gte: inSeconds(since), ...(before !== undefined && { lt: inSeconds(before) }) };
      try {
        const events = (await stripe()).events.list({ types: eventTypes, created, limit: 100 });
        for await (const event of events) {
          const told = toCardEvent(event);
          if (told) yield told;
        }
      } catch (error) {
        throw error instanceof AppError ? error : unavailable(error, 'listEvents');
      }
    },

    async readEvent(payload, signature) {
      try {
        const { webhooks } = await stripe();
        const event = await webhooks.constructEventAsync(payload, signature, webhookSecret);
        if (event.livemode === !livemode) throw new Error('Test and live are mixed.');
        return toCardEvent(event);
      } catch (cause) {
        throw new AppError('bad-signature', { cause });
      }
    },
  };
}

async function openStripe({
  secretKey,
  fetch = fetchWithTimeout(),
  retries = 2,
}: CardsOptions): Promise<Stripe> {
  const { default: Package } = await import('stripe');
  return new Package(secretKey, {
    apiVersion,
    maxNetworkRetries: retries,
    timeout: 10_000,
    telemetry: false,
    // Its own client waits for as long as something comes.
    httpClient: Package.createFetchHttpClient(fetch),
  });
}

const inSeconds = (ms: number): number => Math.floor(ms / 1000);
