import type { Stripe } from 'stripe';
import { isStorableText } from '#platform/text.ts';
import type { CardEvent, Intent, PayableIntent } from './card-intents.ts';

/**
 * Converts a PaymentIntent.
 * @throws Error if the response is not a PaymentIntent
 */
export function toIntent(intent: Stripe.PaymentIntent): Intent {
  requireField('payment_intent', intent);
  return convertIntent(intent);
}

/** @param eventTime time of the event with this intent, in ms */
function convertIntent(intent: Stripe.PaymentIntent, eventTime?: number): Intent {
  const { id, status, amount, currency, metadata, latest_charge } = intent;
  const charge = typeof latest_charge === 'object' ? latest_charge : undefined;
  const charged = charge ? charge.created * 1000 : eventTime;
  return {
    id,
    status: status === 'succeeded' ? 'succeeded' : status === 'canceled' ? 'canceled' : 'open',
    amount,
    currency,
    appointmentId: metadata?.appointmentId,
    site: metadata?.site,
    paidAt: status === 'succeeded' ? charged : undefined,
    refunded: charge?.refunded === true,
    refundedAmount: charge?.amount_refunded ?? 0,
  };
}

export const toPayableIntent = (intent: Stripe.PaymentIntent): PayableIntent => ({
  ...toIntent(intent),
  clientSecret: intent.client_secret ?? '',
});

/** Rejects responses of a proxy or captive portal, which may also have status 200. */
export function requireField(
  objectType: 'payment_intent' | 'refund',
  response: { object?: string; id?: string },
): void {
  if (response.object !== objectType || !response.id)
    throw new Error(`The card provider did not return a ${objectType}.`);
}

/** Returns undefined for an event without an intent or in a form that Stripe never sends. */
export function toCardEvent({ id, type, created, data: { object } }: Stripe.Event): CardEvent | undefined {
  const at = Number.isSafeInteger(created) ? created * 1000 : undefined;
  const declined = type === 'payment_intent.payment_failed' && { declined: true as const };
  const base = { id, at: at ?? 0, about: 'payment' as const, ...declined };
  const event =
    object.object === 'payment_intent'
      ? { ...base, intent: convertIntent(object, at) }
      : object.object === 'charge'
        ? { ...base, about: 'refund' as const, intent: convertCharge(object) }
        : object.object === 'refund'
          ? { ...base, about: 'refund-failed' as const, intent: convertReference(object) }
          : object.object === 'dispute'
            ? { ...base, about: 'dispute' as const, intent: convertReference(object) }
            : undefined;
  return event && isValid(event) ? event : undefined;
}

const getId = (named: string | { id: string } | null): string =>
  typeof named === 'string' ? named : (named?.id ?? '');

function convertCharge(charge: Stripe.Charge): Intent {
  const { payment_intent, amount, currency, metadata, refunded, paid, created } = charge;
  return {
    id: getId(payment_intent),
    status: paid ? 'succeeded' : 'open',
    amount,
    currency,
    appointmentId: metadata?.appointmentId,
    site: metadata?.site,
    paidAt: paid ? created * 1000 : undefined,
    refunded: refunded === true,
    refundedAmount: charge.amount_refunded,
  };
}

/** Converts a refund or dispute, which contains only the id of its intent. */
const convertReference = ({ payment_intent, amount, currency }: Stripe.Refund | Stripe.Dispute): Intent => ({
  id: getId(payment_intent),
  status: 'open',
  amount,
  currency,
  appointmentId: undefined,
  site: undefined,
  paidAt: undefined,
  refunded: false,
  refundedAmount: 0,
});

/** Validates the values before they are stored, even though the event is signed. */
function isValid({ id, at, intent }: CardEvent): boolean {
  const texts = [id, intent.id, intent.currency, intent.appointmentId ?? '-', intent.site ?? '-'];
  const numbers = [at, intent.amount, intent.refundedAmount, intent.paidAt ?? 0];
  return (
    texts.every((text) => typeof text === 'string' && text !== '' && isStorableText(text)) &&
    numbers.every(Number.isSafeInteger)
  );
}
