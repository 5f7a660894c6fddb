import { type Form, integerOf, nested, textOf } from '../http/form.ts';
import { readMetadata } from '../http/metadata.ts';
import { moneyText } from '../http/money.ts';
import { booleanOf, choiceOf, emailOf, listOf, onlyKnown } from '../http/parameters.ts';
import { invalidRequest, missingParameter } from '../http/stripe-error.ts';
import { newStripeId } from '../ids.ts';
import type { IntentTable } from '../schema/tables.ts';

const known = [
  'error_on_requires_action',
  'off_session',
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'capture_method',
  'confirm',
  'confirmation_method',
  'currency',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  'payment_method_types',
  'receipt_email',
];

/** The intent that a form asks for, not yet with a card. @throws StripeShapedError 400 */
export function readNewIntent(form: Form, now: number): IntentTable {
  onlyKnown(form, known);
  choiceOf(form, 'capture_method', ['automatic', 'automatic_async']);
  choiceOf(form, 'confirmation_method', ['automatic']);
  const id = newStripeId('pi');
  const currency = readCurrency(form);
  return {
    id,
    client_secret: `${id}_secret_${newStripeId('s').slice(2)}`,
    amount: readAmount(form, currency),
    currency,
    status: 'requires_payment_method',
    description: textOf(form, 'description') ?? null,
    receipt_email: emailOf(form, 'receipt_email') ?? null,
    metadata: JSON.stringify(readMetadata(form)),
    automatic_methods: readAutomatic(form) ? 1 : 0,
    method_id: null,
    last_refusal: null,
    charge_id: null,
    authentication_id: null,
    canceled_at: null,
    cancellation_reason: null,
    created_at: now,
  };
}

/** @throws StripeShapedError 400 */
export function readAmount(form: Form, currency: string): number {
  const amount = integerOf(form, 'amount');
  if (amount === undefined) throw missingParameter('amount');
  if (amount < 50) {
    const message = `Amount must be at least ${moneyText(50, currency)}`;
    throw invalidRequest(message, { code: 'amount_too_small', param: 'amount' });
  }
  if (amount > 99_999_999) {
    const message = `Amount must be no more than ${moneyText(99_999_999, currency)}`;
    throw invalidRequest(message, { code: 'amount_too_large', param: 'amount' });
  }
  return amount;
}

/** Those that are in use anywhere; Stripe takes nearly all of them. */
const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

function readCurrency(form: Form): string {
  const currency = textOf(form, 'currency')?.toLowerCase();
  if (!currency) throw missingParameter('currency');
  if (currencies.has(currency)) return currency;
  throw invalidRequest(`Invalid currency: ${currency.slice(0, 20)}.`, { param: 'currency' });
}

/** Automatic unless the caller says which ways of paying it takes; cards must be one of them. */
function readAutomatic(form: Form): boolean {
  const automatic = nested(form, 'automatic_payment_methods');
  const enabled = booleanOf(automatic, 'enabled');
  const named = ['payment_method_types', 'allowed_payment_method_types'].filter((name) => listOf(form, name));
  const [first] = named;
  if (first && enabled) {
    throw invalidRequest(
      `You may only specify one of these parameters: automatic_payment_methods, ${first}.`,
      {
        code: 'parameters_exclusive',
      },
    );
  }
  for (const name of named) {
    if (listOf(form, name)?.includes('card')) continue;
    throw invalidRequest(`The sandbox takes cards only: ${name} must name card.`, { param: name });
  }
  return first === undefined && enabled !== false;
}
