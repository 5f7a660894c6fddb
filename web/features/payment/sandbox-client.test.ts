import { describe, expect, test, vi } from 'vitest';
import { sandboxClient } from './sandbox-client.ts';

const secret = 'pi_1_secret_2';
const card = { number: '4242424242424242', month: '12', year: '2034', cvc: '123' };
const order = {
  clientSecret: secret,
  billing: { name: 'Rahim Uddin', email: 'rahim@example.org' },
  returnUrl: 'https://here.example/dashboard/payment/a1',
};
const declined = { code: 'card_declined', message: 'Your card was declined.' };

function provider(...answers: unknown[]) {
  const asked = vi.fn(async (..._request: Parameters<typeof fetch>) => Response.json(answers.shift()));
  const requests = () =>
    asked.mock.calls.map(([url, init]) => ({
      url,
      form: Object.fromEntries(new URLSearchParams(String(init?.body))),
    }));
  const leave = vi.fn();
  return { asked, requests, leave, client: sandboxClient('pk_test_1', { fetch: asked, leave }) };
}

describe('[PAY-02] confirming as Stripe.js does', () => {
  test('creates a payment method with the billing details, then confirms the charge with it', async () => {
    const { client, requests } = provider({ id: 'pm_1' }, { id: 'pi_1', status: 'succeeded' });
    expect(await client.confirm(order, card)).toEqual({
      charge: { id: 'pi_1', status: 'succeeded' },
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

  test('a card refused at once is never confirmed', async () => {
    const { client, asked } = provider({ error: declined });
    expect(await client.confirm(order, card)).toEqual({ error: declined });
    expect(asked).toHaveBeenCalledOnce();
  });

  test('a charge declined by the bank gives its message', async () => {
    const { client } = provider({ id: 'pm_1' }, { error: declined });
    expect(await client.confirm(order, card)).toEqual({ error: declined });
  });

  test('an answer in no known shape is no answer', async () => {
    const { client } = provider({ id: 'pm_1' }, { status: 'weird' });
    await expect(client.confirm(order, card)).rejects.toThrow();
  });
});

test.each([500, 429])('a provider that answers %s has not answered, whatever it writes', async (status) => {
  const failing = async () =>
    Response.json({ error: { type: 'api_error', message: 'An error occurred.' } }, { status });
  await expect(
    sandboxClient('pk_test_1', { fetch: failing, leave: vi.fn() }).retrieve(secret),
  ).rejects.toThrow(String(status));
});

test('no request waits for ever', async () => {
  const { client, asked } = provider({ id: 'pi_1', status: 'succeeded' });
  await client.retrieve(secret);
  expect(asked.mock.calls[0]?.[1]?.signal).toBeInstanceOf(AbortSignal);
});

test('a charge is looked up by its client secret', async () => {
  const { client, asked } = provider({ id: 'pi_1', status: 'requires_payment_method' });
  expect(await client.retrieve(secret)).toEqual({
    charge: { id: 'pi_1', status: 'requires_payment_method' },
  });
  expect(asked.mock.calls[0]?.[0]).toBe(
    '/cards/v1/payment_intents/pi_1?client_secret=pi_1_secret_2&key=pk_test_1',
  );
});

describe('a bank that asks the payer first', () => {
  const url = 'https://here.example/cards/authenticate/abc';
  const waiting = {
    id: 'pi_1',
    status: 'requires_action',
    next_action: { type: 'redirect_to_url', redirect_to_url: { url, return_url: order.returnUrl } },
  };
  const charge = { id: 'pi_1', status: 'requires_action' };

  test('gets the whole page after the confirmation', async () => {
    const { client, leave } = provider({ id: 'pm_1' }, waiting);
    expect(await client.confirm(order, card)).toEqual({ charge });
    expect(leave).toHaveBeenCalledExactlyOnceWith(url);
  });

  test('gets it again whenever the payer goes on, and by no look', async () => {
    const { client, leave } = provider(waiting, waiting);
    await client.retrieve(secret);
    expect(leave).not.toHaveBeenCalled();
    expect(await client.authenticate(secret)).toEqual({ charge });
    expect(leave).toHaveBeenCalledExactlyOnceWith(url);
  });

  test('is asked at no address but one of the web', async () => {
    const redirect_to_url = { url: 'javascript:alert(1)' };
    const { client, leave } = provider({ ...waiting, next_action: { redirect_to_url } });
    await expect(client.authenticate(secret)).rejects.toThrow();
    expect(leave).not.toHaveBeenCalled();
  });

  test('[PAY-04] and says no: its words stand on the charge', async () => {
    const message = 'We are unable to authenticate your payment method.';
    const last_payment_error = { code: 'payment_intent_authentication_failure', message };
    const { client } = provider({ id: 'pi_1', status: 'requires_payment_method', last_payment_error });
    expect(await client.retrieve(secret)).toMatchObject({ charge: { refusal: { message } } });
  });
});
