import type { Stripe } from 'stripe';
import type { CardProviderName } from '#contract/config.ts';
import { AppError } from '#platform/errors.ts';
import { fetchWithTimeout } from '#platform/http/fetch-with-timeout.ts';
import type { CardEvent, Intent, PayableIntent } from './card-intents.ts';
import {
  isInvalidRequest,
  isRefundRejected,
  isResourceMissing,
  isServerError,
  type ProviderError,
  type StripeErrorDetails,
  toProviderError,
} from './cards-errors.ts';
import { requireField, toCardEvent, toIntent, toPayableIntent } from './stripe-objects.ts';

export type NewIntent = {
  appointmentId: string;
  site: string;
  amount: number;
  currency: string;
  idempotencyKey: string;
};

/** `rejected`: the payment can never be refunded this way. `reason`: the provider's error or pending code. */
export type RefundResult = { outcome: 'accepted'; reason?: string } | { outcome: 'rejected'; reason: string };

/**
 * The card provider. All methods throw AppError unavailable (503) if it cannot be reached or is overloaded.
 */
export type CardProvider = {
  provider: CardProviderName;
  publishableKey: string;
  /**
   * Returns undefined if the provider failed. The provider may repeat the failure for the same key, so the
   * next attempt needs another key.
   */
  createIntent(intent: NewIntent): Promise<PayableIntent | undefined>;
  /** Returns undefined for an unknown id. */
  findIntent(id: string): Promise<PayableIntent | undefined>;
  /**
   * Cancels an open intent and returns its state afterwards, which is `succeeded` if the intent was paid
   * first.
   */
  cancelIntent(id: string): Promise<Intent | undefined>;
  /** Refunds the whole amount. Repeating it changes nothing. */
  refund(id: string): Promise<RefundResult>;
  /** Returns the status of the latest dispute about an intent, or undefined without a dispute. */
  findDispute(id: string): Promise<string | undefined>;
  /** Lists the events from `since` until before `before` (ms), in any order. */
  listEvents(since: number, before?: number): AsyncIterable<CardEvent>;
  /**
   * Verifies a signed event and returns it if it is about an intent, in this site's mode. @throws AppError
   * bad-signature (400)
   */
  readEvent(payload: string, signature: string): Promise<CardEvent | undefined>;
};

export type CardsOptions = {
  provider: 'sandbox' | 'stripe';
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Replaces the network for the sandbox, which has the same API. */
  fetch?: typeof fetch;
  /** Number of retries of the package. Only the fault simulation sets another value. */
  retries?: number;
  /** Called for each error response and connection failure that is not part of normal operation. */
  onError?: (error: ProviderError) => void;
  /** Called with the reason if an event has a valid signature but is not for this site. */
  onIgnoredEvent?: (reason: string) => void;
};

/** The API version of this code. A package for a newer version does not compile until this is changed. */
const apiVersion = '2026-10-28.endive';

/** Refund state and payment time are on the charge of an intent. */
const expand = ['latest_charge'];

/** The events that a webhook endpoint must subscribe to. */
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

/** Creates the adapter for Stripe, and for the sandbox, which has the same API. */
export function createCardProvider(options: CardsOptions): CardProvider {
  const { provider, secretKey, publishableKey, webhookSecret, onError, onIgnoredEvent } = options;
  const livemode = /^.._live_/.test(secretKey);
  let loading: Promise<Stripe> | undefined;
  /** Loads the package with the first payment, because it is large. */
  const stripe = () => {
    loading ??= openStripe(options);
    return loading;
  };

  const unavailable = (cause: unknown, call: string): AppError => {
    onError?.(toProviderError(cause, call));
    return new AppError('unavailable', { cause });
  };

  async function findIntent(id: string): Promise<PayableIntent | undefined> {
    try {
      return toPayableIntent(await (await stripe()).paymentIntents.retrieve(id, { expand }));
    } catch (error) {
      if (isResourceMissing(error)) return undefined;
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
        return toPayableIntent(intent);
      } catch (error) {
        const failure = unavailable(error, 'createIntent');
        if (isServerError(error)) return undefined;
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
        // Send no idempotency key, because Stripe would repeat a server error for the key all day. A refund
        // never happens twice, because it covers only what is left.
        const refund = await (await stripe()).refunds.create({ payment_intent: id });
        requireField('refund', refund);
        const { status, failure_reason, pending_reason } = refund;
        if (status === 'failed' || status === 'canceled')
          return { outcome: 'rejected', reason: failure_reason ?? status };
        return { outcome: 'accepted', ...(pending_reason && { reason: pending_reason }) };
      } catch (error) {
        const { code, statusCode } = error as StripeErrorDetails;
        if (code === 'charge_already_refunded') return { outcome: 'accepted' };
        // The payment is disputed or not refundable, or the balance is too low, so repeating the request
        // cannot succeed.
        if (isRefundRejected(error)) return { outcome: 'rejected', reason: code ?? `status ${statusCode}` };
        throw unavailable(error, 'refund');
      }
    },

    async findDispute(id) {
      try {
        const { data } = await (await stripe()).disputes.list({ payment_intent: id, limit: 1 });
        return data[0]?.status;
      } catch (error) {
        if (isResourceMissing(error)) return undefined;
        throw unavailable(error, 'findDispute');
      }
    },

    async *listEvents(since, before) {
      const created = { gte: inSeconds(since), ...(before !== undefined && { lt: inSeconds(before) }) };
      try {
        const events = (await stripe()).events.list({ types: eventTypes, created, limit: 100 });
        for await (const event of events) {
          const cardEvent = toCardEvent(event);
          if (cardEvent) yield cardEvent;
        }
      } catch (error) {
        throw error instanceof AppError ? error : unavailable(error, 'listEvents');
      }
    },

    async readEvent(payload, signature) {
      try {
        const { webhooks } = await stripe();
        const event = await webhooks.constructEventAsync(payload, signature, webhookSecret);
        if (event.livemode !== !livemode) return toCardEvent(event);
      } catch (cause) {
        throw new AppError('bad-signature', { cause });
      }
      // Do not respond with an error, because Stripe would resend the event for days.
      const [own, other] = livemode ? ['live', 'test'] : ['test', 'live'];
      onIgnoredEvent?.(
        `ignored a webhook event of the ${other} mode: STRIPE_WEBHOOK_SECRET must be that of the endpoint in ${own} mode`,
      );
      return undefined;
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
    // The package's own client has no limit for the total time.
    httpClient: Package.createFetchHttpClient(fetch),
  });
}

const inSeconds = (ms: number): number => Math.floor(ms / 1000);
