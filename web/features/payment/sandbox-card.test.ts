import { expect, test } from 'vitest';
import { readCard } from './card-error.ts';

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
