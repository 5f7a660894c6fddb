import { cardError } from './http/errors.ts';
import { type Form, optionalText, parseForm, text } from './http/form.ts';
import { type TestCard, testCards } from './test-cards.ts';

const liveCardMessage =
  'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';

const cardShape = { number: text, exp_month: text, exp_year: text, cvc: optionalText };

/**
 * Returns the test card and its expiry date. The security code is checked but not returned.
 * @throws StripeShapedError 402 for a wrong number, date or code and for any number that is not a published
 * test number, and 400 when a field is missing
 */
export function validateCard(form: Form, now: number): TestCard & Expiry {
  const card = parseForm(form, cardShape, 'card');
  const testCard = checkNumber(card.number.replaceAll(/[\s-]/g, ''));
  const expiry = checkExpiry(card.exp_month, card.exp_year, now);
  // An empty code is invalid, but a browser may leave the field out.
  if (form.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc ?? ''))
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  return { ...testCard, ...expiry };
}

type Expiry = { exp_month: number; exp_year: number };

function checkNumber(number: string): TestCard {
  if (!/^\d{12,19}$/.test(number))
    throw cardError('invalid_number', 'The card number is not a valid credit card number.', 'number');
  if (!hasCheckDigit(number)) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  const testCard = testCards.get(number);
  if (testCard) return testCard;
  throw cardError('card_declined', liveCardMessage, undefined, 'test_mode_live_card');
}

/** Luhn check: with every second digit from the right doubled, the sum of all digits must end in 0. */
function hasCheckDigit(number: string): boolean {
  const digits = [...number].reverse().map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1));
  return digits.reduce((sum, n) => sum + (n > 9 ? n - 9 : n), 0) % 10 === 0;
}

function checkExpiry(month: string, year: string, now: number): Expiry {
  const exp_month = /^\d{1,2}$/.test(month) ? Number(month) : 0;
  const exp_year = /^(\d{2}|\d{4})$/.test(year) ? Number(year) + (year.length === 2 ? 2000 : 0) : 0;
  const today = new Date(now);
  const thisYear = today.getUTCFullYear();
  const isYearWrong = exp_year < thisYear || exp_year > thisYear + 50;
  const firstMonth = exp_year === thisYear ? today.getUTCMonth() + 1 : 1;
  if (exp_month < 1 || exp_month > 12 || (!isYearWrong && exp_month < firstMonth))
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  if (isYearWrong)
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  return { exp_month, exp_year };
}
