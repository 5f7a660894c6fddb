import { expect, test, vi } from 'vitest';
import { nextAction, readStripeResult } from './stripe-result.ts';

const intent = { id: 'pi_1', status: 'succeeded', next_action: null } as const;

test('a charge and what Stripe says of its last card are read', () => {
  expect(readStripeResult({ paymentIntent: intent })).toEqual({
    charge: { id: 'pi_1', status: 'succeeded' },
  });
  const last_payment_error = { message: 'Your card was declined.', code: 'card_declined' };
  const paymentIntent = { ...intent, status: 'requires_payment_method', last_payment_error } as const;
  expect(readStripeResult({ paymentIntent })).toMatchObject({ charge: { refusal: last_payment_error } });
});

test('[PAY-04] an error is told in its own words, with the field that it names', () => {
  const error = {
    type: 'card_error',
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  } as const;
  expect(readStripeResult({ error })).toEqual({
    error: { code: error.code, message: error.message, field: 'cardCvc' },
  });
});

test.each(['api_connection_error', 'api_error', 'rate_limit_error'] as const)('%s is no answer', (type) => {
  expect(() => readStripeResult({ error: { type, message: 'Away.' } })).toThrow('Away.');
});

test('a bank that wants the whole page gets it, one that was shown in a window does not', () => {
  const leave = vi.fn();
  nextAction({ paymentIntent: intent }, leave);
  expect(leave).not.toHaveBeenCalled();
  const next_action = {
    type: 'redirect_to_url',
    redirect_to_url: { url: 'https://bank.example/', return_url: null },
  } as const;
  nextAction({ paymentIntent: { ...intent, status: 'requires_action', next_action } }, leave);
  expect(leave).toHaveBeenCalledExactlyOnceWith('https://bank.example/');
});
