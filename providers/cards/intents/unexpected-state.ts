import { StripeShapedError } from '../http/stripe-error.ts';
import type { IntentStatus } from '../schema/tables.ts';

type Attempt = 'confirm' | 'cancel' | 'update';

/** Stripe's sentences for what an intent that has ended cannot do any more. */
export function unexpectedState(what: Attempt, intent: { status: IntentStatus }) {
  const details = {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: sentence(what, intent.status),
    payment_intent: intent,
  };
  return new StripeShapedError(400, details, true);
}

function sentence(what: Attempt, status: IntentStatus): string {
  if (what === 'cancel') {
    return `You cannot cancel this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`;
  }
  if (what === 'update') {
    return `This PaymentIntent could not be updated because it has a status of ${status}. The card sandbox updates a PaymentIntent with one of the following statuses: requires_payment_method, requires_confirmation, requires_action.`;
  }
  return status === 'succeeded'
    ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
    : `You cannot confirm this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`;
}
