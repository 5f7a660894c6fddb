import { expect, test, vi } from 'vitest';
import { readStripeResult, redirectIfRequired } from './stripe-result.ts';

const intent = { id: 'pi_1', status: 'succeeded', next_action: null } as const;

test('reads a PaymentIntent and its last payment error', () => {
  expect(readStripeResult({ paymentIntent: intent })).toEqual({
    paymentIntent: { id: 'pi_1', status: 'succeeded' },
  });
  const last_payment_error = { message: 'Your card was declined.', code: 'card_declined' };
  const paymentIntent = { ...intent, status: 'requires_payment_method', last_payment_error } as const;
  expect(readStripeResult({ paymentIntent })).toMatchObject({
    paymentIntent: { lastPaymentError: last_payment_error },
  });
});

test('[PAY-04] an error keeps its message and gets the field it names', () => {
  const error = {
    type: 'card_error',
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  } as const;
  expect(readStripeResult({ error })).toEqual({
    error: { code: error.code, message: error.message, field: 'cardCvc' },
  });
});

test.each(['api_connection_error', 'api_error', 'rate_limit_error'] as const)(
  '%s throws, because it says nothing about the payment',
  (type) => {
    expect(() => readStripeResult({ error: { type, message: 'Away.' } })).toThrow('Away.');
  },
);

test('redirects to the bank only when a redirect is required', () => {
  const redirect = vi.fn();
  redirectIfRequired({ paymentIntent: intent }, redirect);
  expect(redirect).not.toHaveBeenCalled();
  const next_action = {
    type: 'redirect_to_url',
    redirect_to_url: { url: 'https://bank.example/', return_url: null },
  } as const;
  redirectIfRequired({ paymentIntent: { ...intent, status: 'requires_action', next_action } }, redirect);
  expect(redirect).toHaveBeenCalledExactlyOnceWith('https://bank.example/');
});
