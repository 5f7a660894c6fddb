import { expect, test } from 'vitest';
import { readCardError } from './card-error.ts';

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
