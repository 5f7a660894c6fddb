import { t } from '@lingui/core/macro';
import { cardWords } from './card-words.ts';
import type { CardError, CardFieldName } from './charge.ts';

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
    message: cardWords(decline_code, code) || message || t`The card was not accepted.`,
    ...(code && { code }),
    ...(field && { field }),
  };
}
