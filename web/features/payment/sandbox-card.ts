import { t } from '@lingui/core/macro';
import { readCardError } from './card-error.ts';
import { readExpiry } from './card-text.ts';
import type { CardError } from './charge.ts';
import type { CardDetails } from './sandbox-client.ts';

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
