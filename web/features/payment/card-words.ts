import { t } from '@lingui/core/macro';
import { language } from '#web/language/language.ts';

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
export function cardWords(...codes: readonly (string | undefined)[]): string | undefined {
  if (language === 'en') return undefined;
  return codes.map((code) => sentences[code ?? '']).find((sentence) => sentence !== undefined);
}
