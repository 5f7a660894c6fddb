import { describe, expect, test, vi } from 'vitest';
import { createSandboxClient } from './sandbox-client.ts';

const secret = 'pi_1_secret_2';
const card = { number: '4242424242424242', month: '12', year: '2034', cvc: '123' };
const paymentRequest = {
  clientSecret: secret,
  billing: { name: 'Rahim Uddin', email: 'rahim@example.org' },
  returnUrl: 'https://here.example/dashboard/payment/a1',
};
const declined = { code: 'card_declined', message: 'Your card was declined.' };

function createProvider(...responses: unknown[]) {
  const fetch = vi.fn(async (..._request: Parameters<typeof globalThis.fetch>) =>
    Response.json(responses.shift()),
  );
  const requests = () =>
    fetch.mock.calls.map(([url, init]) => ({
      url,
      form: Object.fromEntries(new URLSearchParams(String(init?.body))),
    }));
  const redirect = vi.fn();
  return { fetch, requests, redirect, client: createSandboxClient('pk_test_1', { fetch, redirect }) };
}

describe('[PAY-02] confirms as Stripe.js does', () => {
  test('creates a payment method with the billing details, then confirms the PaymentIntent with it', async () => {
    const { client, requests } = createProvider({ id: 'pm_1' }, { id: 'pi_1', status: 'succeeded' });
    expect(await client.confirm(paymentRequest, card)).toEqual({
      paymentIntent: { id: 'pi_1', status: 'succeeded' },
    });
    expect(requests()).toEqual([
      {
        url: '/cards/v1/payment_methods',
        form: {
          type: 'card',
          'card[number]': '4242424242424242',
          'card[exp_month]': '12',
          'card[exp_year]': '2034',
          'card[cvc]': '123',
          'billing_details[name]': 'Rahim Uddin',
          'billing_details[email]': 'rahim@example.org',
          key: 'pk_test_1',
        },
      },
      {
        url: '/cards/v1/payment_intents/pi_1/confirm',
        form: {
          client_secret: secret,
          payment_method: 'pm_1',
          return_url: 'https://here.example/dashboard/payment/a1',
          key: 'pk_test_1',
        },
      },
    ]);
  });

  test('does not confirm when the payment method is rejected', async () => {
    const { client, fetch } = createProvider({ error: declined });
    expect(await client.confirm(paymentRequest, card)).toEqual({ error: declined });
    expect(fetch).toHaveBeenCalledOnce();
  });

  test('returns the message of a declined card', async () => {
    const { client } = createProvider({ id: 'pm_1' }, { error: declined });
    expect(await client.confirm(paymentRequest, card)).toEqual({ error: declined });
  });

  test('rejects a response of unknown shape', async () => {
    const { client } = createProvider({ id: 'pm_1' }, { status: 'weird' });
    await expect(client.confirm(paymentRequest, card)).rejects.toThrow();
  });
});

test.each([500, 429])('rejects when the provider responds with status %s', async (status) => {
  const failing = async () =>
    Response.json({ error: { type: 'api_error', message: 'An error occurred.' } }, { status });
  await expect(
    createSandboxClient('pk_test_1', { fetch: failing, redirect: vi.fn() }).retrieve(secret),
  ).rejects.toThrow(String(status));
});

test('every request has a timeout', async () => {
  const { client, fetch } = createProvider({ id: 'pi_1', status: 'succeeded' });
  await client.retrieve(secret);
  expect(fetch.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal);
});

test('retrieves a PaymentIntent by its client secret', async () => {
  const { client, fetch } = createProvider({ id: 'pi_1', status: 'requires_payment_method' });
  expect(await client.retrieve(secret)).toEqual({
    paymentIntent: { id: 'pi_1', status: 'requires_payment_method' },
  });
  expect(fetch.mock.calls[0]?.[0]).toBe(
    '/cards/v1/payment_intents/pi_1?client_secret=pi_1_secret_2&key=pk_test_1',
  );
});

describe('a bank that requires authentication', () => {
  const url = 'https://here.example/cards/authenticate/abc';
  const waiting = {
    id: 'pi_1',
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: paymentRequest.returnUrl } },
  };
  const paymentIntent = { id: 'pi_1', status: 'requires_action' };

  test('redirects to the bank after confirming', async () => {
    const { client, redirect } = createProvider({ id: 'pm_1' }, waiting);
    expect(await client.confirm(paymentRequest, card)).toEqual({ paymentIntent });
    expect(redirect).toHaveBeenCalledExactlyOnceWith(url);
  });

  test('redirects again on authenticate, but not on retrieve', async () => {
    const { client, redirect } = createProvider(waiting, waiting);
    await client.retrieve(secret);
    expect(redirect).not.toHaveBeenCalled();
    expect(await client.authenticate(secret)).toEqual({ paymentIntent });
    expect(redirect).toHaveBeenCalledExactlyOnceWith(url);
  });

  test('rejects a redirect URL that is not http or https', async () => {
    const redirect_to_url = { url: 'javascript:alert(1)' };
    const { client, redirect } = createProvider({ ...waiting, next_action: { redirect_to_url } });
    await expect(client.authenticate(secret)).rejects.toThrow();
    expect(redirect).not.toHaveBeenCalled();
  });

  test('[PAY-04] returns the message when the payer refuses the authentication', async () => {
    const message = 'We are unable to authenticate your payment method.';
    const last_payment_error = { code: 'payment_intent_authentication_failure', message };
    const { client } = createProvider({ id: 'pi_1', status: 'requires_payment_method', last_payment_error });
    expect(await client.retrieve(secret)).toMatchObject({ paymentIntent: { lastPaymentError: { message } } });
  });
});
