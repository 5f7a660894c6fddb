import type Stripe from 'stripe';
import { expect } from 'vitest';
import { card, onBoth, test } from './testing/sandbox.ts';

const price = { amount: 500, currency: 'usd' };
const unexpected = { statusCode: 400, code: 'payment_intent_unexpected_state' };

onBoth((test) => {
  test('creates, confirms and retrieves an intent with the official package', async ({ sandbox }) => {
    const { time } = sandbox;
    const intent = await sandbox.createIntent();
    expect(intent).toMatchObject({
      ...price,
      object: 'payment_intent',
      amount_received: 0,
      livemode: false,
      metadata: { appointmentId: 'a1' },
      status: 'requires_payment_method',
      created: time.now / 1000,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{20,}$`));
    time.now += 5000;
    const paid = await sandbox.confirm(intent.id, '5555 5555 5555 4444');
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500, last_payment_error: null });
    expect(paid.latest_charge).toMatch(/^ch_/);
    expect(paid.payment_method).toMatch(/^pm_/);
    expect(await sandbox.find(intent.id)).toMatchObject({
      status: 'succeeded',
      latest_charge: {
        id: paid.latest_charge,
        object: 'charge',
        amount: 500,
        created: Math.floor(time.now / 1000),
        livemode: false,
        paid: true,
        payment_intent: intent.id,
        payment_method_details: { type: 'card', card: { brand: 'mastercard', last4: '4444' } },
        status: 'succeeded',
      },
    });
    const wrong = sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: ['customer'] });
    await expect(wrong).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
  });

  test('charges once for twenty concurrent confirmations', async ({ sandbox }) => {
    const { id } = await sandbox.createIntent();
    const all = Array.from({ length: 20 }, () => sandbox.confirm(id, 'pm_card_visa'));
    const tries = await Promise.allSettled(all);
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const error = tries.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(error.reason).toMatchObject({ ...unexpected, payment_intent: { status: 'succeeded' } });
    expect(await sandbox.rows('cards_charges')).toHaveLength(1);
  });

  test('cancels an open intent but not a paid one; both states are final', async ({ sandbox }) => {
    const { paymentIntents } = sandbox.stripe;
    const { id } = await sandbox.createIntent();
    sandbox.time.now += 9000;
    const canceled_at = Math.floor(sandbox.time.now / 1000);
    const canceled = await paymentIntents.cancel(id);
    expect(canceled).toMatchObject({ status: 'canceled', canceled_at });
    const { id: paid, latest_charge } = await sandbox.pay();
    for (const payment_intent of [
      { id, status: 'canceled', latest_charge: null },
      { id: paid, status: 'succeeded', latest_charge },
    ]) {
      const error = { ...unexpected, payment_intent };
      const again = sandbox.confirm(payment_intent.id, 'pm_card_visa');
      await expect(again).rejects.toMatchObject(error);
      const late = paymentIntents.cancel(payment_intent.id);
      await expect(late).rejects.toMatchObject(error);
    }
    await expect(paymentIntents.cancel('pi_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('lets one of a concurrent confirmation and cancellation win', async ({ sandbox }) => {
    for (let round = 0; round < 10; round++) {
      const { id } = await sandbox.createIntent();
      const tries = await Promise.allSettled([
        sandbox.stripe.paymentIntents.cancel(id),
        sandbox.confirm(id, 'pm_card_visa'),
      ]);
      expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { status, amount_received, canceled_at } = await sandbox.find(id);
      const isCanceled = tries[0].status === 'fulfilled';
      const expected = isCanceled ? ['canceled', 0, true] : ['succeeded', 500, false];
      expect([status, amount_received, canceled_at !== null]).toEqual(expected);
    }
  });

  test('stores every attempt as its own charge, which its error names', async ({ sandbox }) => {
    const { id } = await sandbox.createIntent();
    const { charge } = await sandbox.confirm(id, '4000000000009995').catch((e) => e);
    expect(await sandbox.find(id)).toMatchObject({
      payment_method: null,
      amount_received: 0,
      last_payment_error: { charge, payment_method: { card: { last4: '9995' } } },
      latest_charge: { id: charge, paid: false, status: 'failed', failure_code: 'card_declined' },
    });
    await sandbox.confirm(id, '4000000000000002').catch(() => {});
    await sandbox.confirm(id, '4242424242424242');
    const reasons = (await sandbox.rows('cards_charges')).map(({ refusal }) => String(refusal));
    expect(reasons.sort()).toEqual(['generic_decline', 'insufficient_funds', 'null']);
  });

  test('lists intents newest first, in pages, including intents of the same instant', async ({ sandbox }) => {
    const { paymentIntents } = sandbox.stripe;
    for (const _ of [1, 2, 3]) await sandbox.createIntent();
    sandbox.time.now += 1000;
    const newest = await sandbox.pay();
    const all = (await paymentIntents.list()).data.map(({ id }) => id);
    expect([all[0], new Set(all).size]).toEqual([newest.id, 4]);
    const paged: string[] = [];
    for await (const { id } of paymentIntents.list({ limit: 2 })) paged.push(id);
    expect(paged).toEqual(all);
    const { data, has_more } = await paymentIntents.list({ limit: 1, expand: ['data.latest_charge'] });
    expect([data, has_more]).toMatchObject([[{ latest_charge: { paid: true } }], true]);
    const unknown = paymentIntents.list({ starting_after: 'pi_unknown' });
    await expect(unknown).rejects.toMatchObject({ statusCode: 400, param: 'starting_after' });
    await expect(paymentIntents.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
  });
});

const tooMuch = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [n, 'x']));
test.for<[form: Stripe.PaymentIntentCreateParams, param: string, code?: string]>([
  [{ ...price, ...{ amonut: 5 } }, 'amonut', 'parameter_unknown'],
  [{ ...price, capture_method: 'manual' }, 'capture_method', 'parameter_unknown'],
  [{ ...price, allowed_payment_method_types: ['alipay'] }, 'allowed_payment_method_types[0]'],
  [{ amount: 49, currency: 'usd' }, 'amount'],
  [{ amount: 1e8, currency: 'usd' }, 'amount'],
  [{ amount: 500, currency: 'zzz' }, 'currency'],
  [{ ...price, metadata: tooMuch }, 'metadata'],
])('rejects %j: %s', async ([form, param, code], { sandbox }) => {
  const error = { type: 'StripeInvalidRequestError', param, ...(code && { code }) };
  await expect(sandbox.stripe.paymentIntents.create(form)).rejects.toMatchObject(error);
  expect(await sandbox.rows('cards_intents')).toEqual([]);
});

test('[PAY-02] lets a browser pay with its key and the client secret, without metadata', async ({
  sandbox,
}) => {
  const { id, client_secret } = await sandbox.createIntent();
  const secret = { client_secret: client_secret ?? '' };
  const fields = {
    type: 'card',
    ...card('378282246310005', { 'card[exp_year]': '31', 'card[cvc]': '1234' }),
  };
  const owner = { 'billing_details[name]': 'Rahim Uddin', 'billing_details[email]': 'rahim@example.org' };
  const method = await sandbox.browser('POST', 'payment_methods', { ...fields, ...owner });
  expect(method.body).toMatchObject({
    billing_details: { name: 'Rahim Uddin', email: 'rahim@example.org' },
    card: { brand: 'amex', last4: '0005', exp_month: 12, exp_year: 2031 },
  });
  const path = `payment_intents/${id}`;
  const confirm = (form: Record<string, string>) =>
    sandbox.browser('POST', `${path}/confirm`, { payment_method: String(method.body.id), ...form });
  for (const wrong of [{ client_secret: '' }, { client_secret: `${client_secret}x` }]) {
    expect(await confirm(wrong)).toMatchObject({ status: 400 });
    expect(await sandbox.browser('GET', path, wrong)).toMatchObject({ status: 400 });
  }
  expect(await confirm(secret)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
  const found = await sandbox.browser('GET', path, { ...secret, 'expand[]': 'latest_charge' });
  expect(found).toMatchObject({ body: { status: 'succeeded', latest_charge: { paid: true } } });
  expect(JSON.stringify(found)).not.toContain('appointmentId');
  for (const denied of [`${path}/cancel`, 'payment_intents', 'refunds'])
    expect((await sandbox.browser('POST', denied, secret)).status).toBe(403);
  for (const denied of ['payment_intents', 'events', 'disputes'])
    expect((await sandbox.browser('GET', denied, secret)).status).toBe(403);
});

test('[PAY-04] returns 402 with a message to the browser for a declined card', async ({ sandbox }) => {
  const { id, client_secret } = await sandbox.createIntent();
  const confirmed = await sandbox.browser('POST', `payment_intents/${id}/confirm`, {
    client_secret: client_secret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4000 0000 0000 9995',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Rahim Uddin',
    'payment_method_data[guid]': 'as Stripe.js sends it',
    return_url: 'http://localhost:3000/dashboard',
    use_stripe_sdk: 'true',
  });
  const error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    payment_intent: { id, status: 'requires_payment_method' },
    payment_method: { billing_details: { name: 'Rahim Uddin' }, card: { last4: '9995' } },
  };
  expect(confirmed).toMatchObject({ status: 402, body: { error } });
});
