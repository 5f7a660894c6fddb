import type { Stripe } from 'stripe';
import { isStorable } from '#platform/text.ts';
import type { CardEvent, Intent, PayableIntent } from './cards.ts';

/**
 * How an intent stands.
 * @throws Error for what somebody else has answered in the provider's place
 */
export function toIntent(intent: Stripe.PaymentIntent): Intent {
  requireField('payment_intent', intent);
  return intentOf(intent);
}

/** `happened`: when the event that tells of it did, in ms. */
function intentOf(intent: Stripe.PaymentIntent, happened?: number): Intent {
  const { id, status, amount, currency, metadata, latest_charge } = intent;
  const charge = typeof latest_charge === 'object' ? latest_charge : undefined;
  const charged = charge ? charge.created * 1000 : happened;
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

export const toPayable = (intent: Stripe.PaymentIntent): PayableIntent => ({
  ...toIntent(intent),
  clientSecret: intent.client_secret ?? '',
});

/** A proxy on the way, or a page of somebody else's, may answer 200 too. */
export function requireField(
  what: 'payment_intent' | 'refund',
  answer: { object?: string; id?: string },
): void {
  if (answer.object !== what || !answer.id) throw new Error(`The card provider answered no ${what}.`);
}

/** Nothing for an event that is of no intent, or in a shape that Stripe never sends. */
export function toCardEvent({ id, type, created, data: { object } }: Stripe.Event): CardEvent | undefined {
  const at = Number.isSafeInteger(created) ? created * 1000 : undefined;
  const declined = type === 'payment_intent.payment_failed' && { declined: true as const };
  const told = { id, at: at ?? 0, about: 'payment' as const, ...declined };
  const event =
    object.object === 'payment_intent'
      ? { ...told, intent: intentOf(object, at) }
      : object.object === 'charge'
        ? { ...told, about: 'refund' as const, intent: intentOfCharge(object) }
        : object.object === 'refund'
          ? { ...told, about: 'refund-failed' as const, intent: intentNamedBy(object) }
          : object.object === 'dispute'
            ? { ...told, about: 'dispute' as const, intent: intentNamedBy(object) }
            : undefined;
  return event && isWhole(event) ? event : undefined;
}

const idOf = (named: string | { id: string } | null): string =>
  typeof named === 'string' ? named : (named?.id ?? '');

function intentOfCharge(charge: Stripe.Charge): Intent {
  const { payment_intent, amount, currency, metadata, refunded, paid, created } = charge;
  return {
    id: idOf(payment_intent),
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

/** A refund and a dispute say nothing of the intent but which one it is. */
const intentNamedBy = ({ payment_intent, amount, currency }: Stripe.Refund | Stripe.Dispute): Intent => ({
  id: idOf(payment_intent),
  status: 'open',
  amount,
  currency,
  appointmentId: undefined,
  site: undefined,
  paidAt: undefined,
  refunded: false,
  refundedAmount: 0,
});

/** What goes into our tables is what it should be, whoever signed it. */
function isWhole({ id, at, intent }: CardEvent): boolean {
  const texts = [id, intent.id, intent.currency, intent.appointmentId ?? '-', intent.site ?? '-'];
  const numbers = [at, intent.amount, intent.refundedAmount, intent.paidAt ?? 0];
  return (
    texts.every((text) => typeof text === 'string' && text !== '' && isStorable(text)) &&
    numbers.every(Number.isSafeInteger)
  );
}
