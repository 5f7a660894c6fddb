import { t } from '@lingui/core/macro';
import { language } from '#web/i18n/language.ts';
import { readExpiry } from './card-text.ts';
import type { CardDetails, CardError, CardFieldName } from './payment-intent.ts';

/** An error in Stripe's format, on the wire and from Stripe.js. */
type ProviderError = {
  message?: string | undefined;
  code?: string | undefined;
  decline_code?: string | undefined;
  param?: string | undefined;
};

const fields: Readonly<Record<string, CardFieldName>> = {
  number: 'cardNumber',
  exp_month: 'cardExpiry',
  exp_year: 'cardExpiry',
  expiry: 'cardExpiry',
  cvc: 'cardCvc',
};

/**
 * Returns the message, code and affected field. The field comes from `param`, or from a code such as
 * `incomplete_cvc`.
 */
export function readCardError({ message, code, decline_code, param }: ProviderError): CardError {
  const fieldInCode = /^(?:incomplete|incorrect|invalid)_(number|expiry|cvc)/.exec(code ?? '')?.[1];
  const field = fields[param ?? fieldInCode ?? ''];
  return {
    message: translateCardError(decline_code, code) || message || t`The card was not accepted.`,
    ...(code && { code }),
    ...(field && { field }),
  };
}

/**
 * Stripe's messages for common error codes, so that they can be translated. The English texts are Stripe's
 * own.
 */
const messages: Readonly<Record<string, string>> = {
  card_declined: t`Your card was declined.`,
  insufficient_funds: t`Your card has insufficient funds.`,
  expired_card: t`Your card has expired.`,
  processing_error: t`An error occurred while processing your card. Try again in a little bit.`,
  authentication_required: t`Your card was declined. This transaction requires authentication.`,
  payment_intent_authentication_failure: t`We are unable to authenticate your payment method. Please choose a different payment method and try again.`,
  incorrect_number: t`Your card number is incorrect.`,
  invalid_number: t`The card number is not a valid credit card number.`,
  incomplete_number: t`Your card number is incomplete.`,
  incorrect_cvc: t`Your card's security code is incorrect.`,
  invalid_cvc: t`Your card's security code is invalid.`,
  incomplete_cvc: t`Your card's security code is incomplete.`,
  invalid_expiry_month: t`Your card's expiration month is invalid.`,
  invalid_expiry_year: t`Your card's expiration year is invalid.`,
  incomplete_expiry: t`Your card's expiration date is incomplete.`,
};

/**
 * Returns the translated message of the first known code. Returns undefined on English pages, which show the
 * provider's own message.
 */
function translateCardError(...codes: readonly (string | undefined)[]): string | undefined {
  if (language === 'en') return undefined;
  return codes.map((code) => messages[code ?? '']).find((message) => message !== undefined);
}

type CardInput = { number: string; expiry: string; cvc: string };

const incomplete = (code: string, message: string): { error: CardError } => ({
  error: readCardError({ code, message }),
});

/**
 * Returns the complete card, or the Stripe.js error for an incomplete part. The provider validates the card.
 */
export function readCard({ number, expiry, cvc }: CardInput): CardDetails | { error: CardError } {
  const digits = number.replace(/\D/g, '');
  if (digits.length < 12) return incomplete('incomplete_number', t`Your card number is incomplete.`);
  const expiration = readExpiry(expiry);
  if (!expiration) return incomplete('incomplete_expiry', t`Your card's expiration date is incomplete.`);
  if (cvc.length < 3) return incomplete('incomplete_cvc', t`Your card's security code is incomplete.`);
  return { number: digits, ...expiration, cvc };
}
