/** Reason for a failed attempt: https://docs.stripe.com/declines/codes. */
export type Decline = keyof typeof declines;

type DeclineError = {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  message: string;
  param?: string;
};

const cardError = (code: string, message: string, param?: string): DeclineError => ({
  type: 'card_error',
  code,
  message,
  ...(param && { param }),
});
const declined = cardError('card_declined', 'Your card was declined.');

const declines = {
  generic_decline: declined,
  lost_card: declined,
  stolen_card: declined,
  fraudulent: declined,
  insufficient_funds: cardError('card_declined', 'Your card has insufficient funds.'),
  card_velocity_exceeded: cardError(
    'card_declined',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired_card: cardError('expired_card', 'Your card has expired.', 'exp_month'),
  incorrect_cvc: cardError('incorrect_cvc', "Your card's security code is incorrect.", 'cvc'),
  processing_error: cardError(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  authentication_failed: {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
} satisfies Record<string, DeclineError>;

/** Returns Stripe's error for a decline, or a generic one for reasons that only older versions stored. */
export function declineMessage(decline: Decline): DeclineError & { decline_code?: string } {
  const error = declines[decline] ?? declined;
  return { ...error, ...(error.code === 'card_declined' && { decline_code: decline }) };
}
