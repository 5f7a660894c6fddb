import { docUrl } from '../http/stripe-error.ts';
import { toPaymentMethod } from '../methods/present.ts';
import { type Refusal, refusals } from '../methods/refusals.ts';
import type { IntentTable, MethodTable } from '../schema/tables.ts';

/** How a try ended that came to no charge: the bank was not to be asked, or its question was refused. */
const unasked = {
  authentication_not_handled: {
    code: 'authentication_required',
    message:
      "This payment required an authentication action to complete, but `error_on_requires_action` was set. When you're ready, you can upgrade your integration to handle actions at https://stripe.com/docs/payments/payment-intents/upgrade-to-handle-actions.",
  },
  authentication_failed: {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
} as const;

/** Why the last try of an intent took no money. */
export type Failure = Refusal | keyof typeof unasked;

/** Where an error is about one field of the card. */
const fields: { [failure in Failure]?: string } = { incorrect_cvc: 'cvc', expired_card: 'exp_month' };

/** Stripe names the bank's own reason beside these codes. */
const declines: readonly string[] = ['card_declined', 'authentication_required'];

/** What stands on the intent afterwards, and in the answer to the try. */
export function toPaymentError(failure: Failure, method: MethodTable, intent: IntentTable) {
  const { code, message } = { ...refusals, ...unasked }[failure];
  const param = fields[failure];
  return {
    type: failure === 'authentication_failed' ? ('invalid_request_error' as const) : ('card_error' as const),
    ...(failure in refusals && intent.charge_id && { charge: intent.charge_id }),
    code,
    ...(declines.includes(code) && { decline_code: failure }),
    doc_url: docUrl(code),
    message,
    ...(param && { param }),
    payment_method: toPaymentMethod(method),
  };
}
