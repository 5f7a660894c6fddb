import { expect, test } from 'vitest';
import { readCard, readCardError } from './card-error.ts';

test.each([
  [{ param: 'number', code: 'incorrect_number' }, 'cardNumber'],
  [{ param: 'exp_month', code: 'expired_card' }, 'cardExpiry'],
  [{ param: 'exp_year', code: 'invalid_expiry_year' }, 'cardExpiry'],
  [{ param: 'cvc', code: 'incorrect_cvc' }, 'cardCvc'],
  [{ code: 'incomplete_number' }, 'cardNumber'],
  [{ code: 'invalid_expiry_year_past' }, 'cardExpiry'],
  [{ code: 'incomplete_cvc' }, 'cardCvc'],
  [{ code: 'card_declined' }, undefined],
  [{ code: 'expired_card' }, undefined],
  [{ param: 'payment_method' }, undefined],
])('[PAY-04] %j affects the field %s', (error, field) => {
  expect(readCardError({ message: 'No.', ...error }).field).toBe(field);
});

test('an error without a message gets a default message', () => {
  expect(readCardError({ code: 'odd' })).toEqual({ code: 'odd', message: 'The card was not accepted.' });
});

const input = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

test("reads a complete card in the provider's format", () => {
  expect(readCard(input)).toEqual({ number: '4242424242424242', month: '12', year: '2034', cvc: '123' });
});

test.each([
  [{ number: '4242' }, 'Your card number is incomplete.'],
  [{ expiry: '12 /' }, "Your card's expiration date is incomplete."],
  [{ cvc: '12' }, "Your card's security code is incomplete."],
])('[PAY-04] %j returns the message %s', (incomplete, message) => {
  expect(readCard({ ...input, ...incomplete })).toMatchObject({ error: { message } });
});
