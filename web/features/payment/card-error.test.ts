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
])('[PAY-04] %j speaks of %s', (told, field) => {
  expect(readCardError({ message: 'No.', ...told }).field).toBe(field);
});

test('an error without words gets a plain sentence', () => {
  expect(readCardError({ code: 'odd' })).toEqual({ code: 'odd', message: 'The card was not accepted.' });
});

const typed = { number: '4242 4242 4242 4242', expiry: '12 / 34', cvc: '123' };

test('a whole card is read as the provider takes it', () => {
  expect(readCard(typed)).toEqual({ number: '4242424242424242', month: '12', year: '2034', cvc: '123' });
});

test.each([
  [{ number: '4242' }, 'Your card number is incomplete.'],
  [{ expiry: '12 /' }, "Your card's expiration date is incomplete."],
  [{ cvc: '12' }, "Your card's security code is incomplete."],
])('[PAY-04] with %j the payer reads %s', (missing, message) => {
  expect(readCard({ ...typed, ...missing })).toMatchObject({ error: { message } });
});
