import { type Form, textOf } from '../http/form.ts';
import { cardError, missingParameter } from '../http/stripe-error.ts';
import { type TestCard, testCards } from './test-cards.ts';

/** A test card that may be tried; the number and the code end here. */
export type CheckedCard = TestCard & { last4: string; expMonth: number; expYear: number };

const testModeOnly =
  'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';

/**
 * @throws StripeShapedError 402 card_error for a number, date or code that is wrong, and for every number that is not
 * a published test number; 400 when a field is missing
 */
export function checkCard(card: Form, now: number): CheckedCard {
  const number = required(card, 'number').replaceAll(/[\s-]/g, '');
  const known = checkNumber(number);
  const { expMonth, expYear } = checkExpiry(required(card, 'exp_month'), required(card, 'exp_year'), now);
  const cvc = card.cvc === '' ? '' : textOf(card, 'cvc', 'card[cvc]');
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardError({ code: 'invalid_cvc', message: "Your card's security code is invalid.", param: 'cvc' });
  }
  return { ...known, last4: number.slice(-4), expMonth, expYear };
}

function required(card: Form, name: string): string {
  const value = textOf(card, name, `card[${name}]`);
  if (!value) throw missingParameter(`card[${name}]`);
  return value;
}

function checkNumber(number: string): TestCard {
  const param = 'number';
  if (!/^\d{12,19}$/.test(number)) {
    throw cardError({
      code: 'invalid_number',
      message: 'The card number is not a valid credit card number.',
      param,
    });
  }
  if (!hasCheckDigit(number)) {
    throw cardError({ code: 'incorrect_number', message: 'Your card number is incorrect.', param });
  }
  const known = Object.hasOwn(testCards, number) ? testCards[number] : undefined;
  if (!known) {
    throw cardError({ code: 'card_declined', decline_code: 'test_mode_live_card', message: testModeOnly });
  }
  return known;
}

/** The Luhn check: every second digit from the right doubled, the sum of all digits ends in 0. */
function hasCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map((digit, place) => Number(digit) * (place % 2 === 1 ? 2 : 1));
  return digits.reduce((sum, n) => sum + (n > 9 ? n - 9 : n), 0) % 10 === 0;
}

function checkExpiry(month: string, year: string, now: number): { expMonth: number; expYear: number } {
  const expMonth = /^\d{1,2}$/.test(month) ? Number(month) : 0;
  if (expMonth < 1 || expMonth > 12) throw wrongMonth();
  const today = new Date(now);
  const thisYear = today.getUTCFullYear();
  const expYear = /^(\d{2}|\d{4})$/.test(year) ? Number(year) + (year.length === 2 ? 2000 : 0) : 0;
  if (expYear < thisYear || expYear > thisYear + 50) {
    throw cardError({
      code: 'invalid_expiry_year',
      message: "Your card's expiration year is invalid.",
      param: 'exp_year',
    });
  }
  if (expYear === thisYear && expMonth < today.getUTCMonth() + 1) throw wrongMonth();
  return { expMonth, expYear };
}

const wrongMonth = () =>
  cardError({
    code: 'invalid_expiry_month',
    message: "Your card's expiration month is invalid.",
    param: 'exp_month',
  });
