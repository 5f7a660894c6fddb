import { t } from '@lingui/core/macro';
import { language } from '#web/i18n/language.ts';
import { readExpiry } from './card-text.ts';
import type { CardError, CardFieldName } from './payment-intent.ts';
import type { CardDetails } from './sandbox-client.ts';

/** An error as Stripe writes it, on the wire and from Stripe.js. */
type Told = {
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

/** What the provider says, and the field that it names: by `param`, or as `incomplete_cvc` by the code alone. */
export function readCardError({ message, code, decline_code, param }: Told): CardError {
  const named = /^(?:incomplete|incorrect|invalid)_(number|expiry|cvc)/.exec(code ?? '')?.[1];
  const field = fields[param ?? named ?? ''];
  return {
    message: cardMessages(decline_code, code) || message || t`The card was not accepted.`,
    ...(code && { code }),
    ...(field && { field }),
  };
}

/** What card providers say most, by their own codes; in their own words, where there is no other language to say it in. */
const sentences: Readonly<Record<string, string>> = {
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

/** Card providers write English, and some other languages that are not ours; the first code that is known counts. */
function cardMessages(...codes: readonly (string | undefined)[]): string | undefined {
  if (language === 'en') return undefined;
  return codes.map((code) => sentences[code ?? '']).find((sentence) => sentence !== undefined);
}

type Typed = { number: string; expiry: string; cvc: string };

const refuse = (code: string, message: string): { error: CardError } => ({
  error: readCardError({ code, message }),
});

/** A card that is whole, or what is missing in the words of Stripe.js; whether it is good, the provider says. */
export function readCard({ number, expiry, cvc }: Typed): CardDetails | { error: CardError } {
  const digits = number.replace(/\D/g, '');
  if (digits.length < 12) return refuse('incomplete_number', t`Your card number is incomplete.`);
  const until = readExpiry(expiry);
  if (!until) return refuse('incomplete_expiry', t`Your card's expiration date is incomplete.`);
  if (cvc.length < 3) return refuse('incomplete_cvc', t`Your card's security code is incomplete.`);
  return { number: digits, ...until, cvc };
}
