import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import type { CardTables } from '../schema/tables.ts';
import { openSandbox } from '../testing/sandbox.ts';

const openAlone = () => openSandbox(() => openSqlite([cardsMigrations]));
const price = { amount: '500', currency: 'usd' };

onBothDatabases([cardsMigrations], (open) => {
  test('a refusal that is asked for again under its key is answered again, and not tried again', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id } = await sandbox.createIntent();
    const { id: payment_method } = await sandbox.createMethod('4000000000000002');
    const confirm = () =>
      stripe.paymentIntents.confirm(id, { payment_method }, { idempotencyKey: 'try-1' }).catch((e) => e);
    const [first, ...more] = await Promise.all(Array.from({ length: 5 }, confirm));
    expect(first).toMatchObject({ code: 'card_declined', charge: expect.stringMatching(/^ch_/) });
    expect(more.map(({ charge }) => charge)).toEqual(Array(4).fill(first.charge));
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ latest_charge: first.charge });
  });

  test('a request that was wrong takes no key', async () => {
    await using sandbox = await openSandbox(open);
    const send = (amount: string) =>
      sandbox.send(sandbox.secretKey, 'payment_intents', { ...price, amount }, 'key-1');
    expect([(await send('5')).status, (await send('500')).status]).toEqual([400, 200]);
  });

  test('a repeat says that it is one; a key is for one address and one set of parameters', async () => {
    await using sandbox = await openSandbox(open);
    const send = (path: string) => sandbox.send(sandbox.secretKey, path, price, 'key-1');
    const first = await send('payment_intents');
    const again = await send('payment_intents');
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([null, 'true']);
    expect(await send('refunds')).toMatchObject({
      status: 400,
      body: { error: { type: 'idempotency_error', message: expect.stringContaining("'key-1'") } },
    });
    const long = await sandbox.send(sandbox.secretKey, 'payment_intents', price, 'k'.repeat(256));
    expect(long.status).toBe(400);
  });
});

test('wrong keys are the errors that the SDK has types for, each with the id of its request', async () => {
  await using sandbox = await openAlone();
  const error = (key: string) =>
    sandbox
      .stripeWith(key)
      .paymentIntents.list()
      .catch((e) => e);
  const unknown = await error('sk_test_unknown_and_long');
  expect(unknown).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
  expect(unknown.message).not.toContain('sk_test_unknown_and_long');
  const publishable = await error(sandbox.publishableKey);
  expect(publishable).toBeInstanceOf(Stripe.errors.StripePermissionError);
  expect(publishable.code).toBe('secret_key_required');
  for (const { requestId } of [unknown, publishable]) expect(requestId).toMatch(/^req_\w{20,}$/);
});

test('the secret key is taken as Bearer and as Basic, under any Stripe-Version', async () => {
  await using sandbox = await openAlone();
  const basic = `Basic ${Buffer.from(`${sandbox.secretKey}:`).toString('base64')}`;
  for (const authorization of [`Bearer ${sandbox.secretKey}`, basic]) {
    const headers = { Authorization: authorization, 'Stripe-Version': '2026-10-28.endive' };
    const answer = await sandbox.app.request('/v1/payment_intents', { headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Request-Id')).toMatch(/^req_/);
  }
});

test('[PAY-04] a refused card comes to the browser as 402 with a sentence for people', async () => {
  await using sandbox = await openAlone();
  const { id, client_secret } = await sandbox.createIntent();
  const confirmed = await sandbox.browser('POST', `payment_intents/${id}/confirm`, {
    client_secret: client_secret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4000 0000 0000 9995',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Rahim Uddin',
    'payment_method_data[billing_details][email]': 'rahim@example.org',
    return_url: 'http://localhost:3000/dashboard',
    use_stripe_sdk: 'true',
  });
  expect(confirmed).toMatchObject({
    status: 402,
    body: {
      error: {
        type: 'card_error',
        code: 'card_declined',
        decline_code: 'insufficient_funds',
        message: 'Your card has insufficient funds.',
        payment_intent: { id, status: 'requires_payment_method' },
        payment_method: { billing_details: { name: 'Rahim Uddin' }, card: { last4: '9995' } },
      },
    },
  });
});

onBothDatabases([cardsMigrations], (open) => {
  test('what was found out while a request was carried out is kept for its key, and is not worth a retry', async () => {
    await using sandbox = await openSandbox(open);
    const { id } = await sandbox.createIntent();
    await sandbox.stripe.paymentIntents.cancel(id);
    const cancel = () => sandbox.send(sandbox.secretKey, `payment_intents/${id}/cancel`, {}, 'key-1');
    const first = await cancel();
    sandbox.time.now += 5000;
    const again = await cancel();
    expect(first).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state', payment_intent: { id } } },
    });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    for (const { headers } of [first, again]) expect(headers.get('Stripe-Should-Retry')).toBe('false');
  });

  test('answers are kept for a day, and are swept out afterwards', async () => {
    await using sandbox = await openSandbox(open);
    const kept = () =>
      sandbox.database.withTables<CardTables>().selectFrom('cards_idempotency').select('key').execute();
    const sweep = () => sandbox.runJob('cards-sweep');
    const first = await sandbox.createIntent('key-1');
    sandbox.time.now += days(1);
    await sweep();
    expect((await sandbox.createIntent('key-1')).id).toBe(first.id);
    sandbox.time.now += 1;
    await sandbox.createIntent('key-2');
    expect((await sandbox.createIntent('key-1')).id).not.toBe(first.id);
    expect(await kept()).toHaveLength(2);
    sandbox.time.now += days(1) + 1;
    await sweep();
    expect(await kept()).toEqual([]);
  });

  test('a failure of the sandbox is told again under its key, and may be tried again without one', async () => {
    await using sandbox = await openSandbox(open);
    const send = (key: string) => sandbox.send(sandbox.secretKey, 'payment_intents', price, key);
    const { schema } = sandbox.database;
    await schema.alterTable('cards_intents').renameTo('cards_away').execute();
    const failed = await send('key-1');
    const unkeyed = await send('');
    await schema.alterTable('cards_away').renameTo('cards_intents').execute();
    expect(failed).toMatchObject({ status: 500, body: { error: { type: 'api_error' } } });
    expect(failed.headers.get('Stripe-Should-Retry')).toBe('false');
    expect(unkeyed.headers.get('Stripe-Should-Retry')).toBe('true');
    const again = await send('key-1');
    expect(again).toMatchObject({ status: 500, body: failed.body });
    expect((await send('key-2')).status).toBe(200);
    expect((await sandbox.stripe.events.list()).data).toHaveLength(1);
  });
});

test('an error names its code, where that is explained, and its request', async () => {
  await using sandbox = await openAlone();
  const { status, headers, body } = await sandbox.send(sandbox.secretKey, 'payment_intents', {}, '');
  expect([status, body]).toEqual([
    400,
    {
      error: {
        type: 'invalid_request_error',
        code: 'parameter_missing',
        doc_url: 'https://stripe.com/docs/error-codes/parameter-missing',
        message: 'Missing required param: currency.',
        param: 'currency',
        request_log_url: `https://dashboard.stripe.com/test/logs/${headers.get('Request-Id')}?t=${Math.floor(sandbox.time.now / 1000)}`,
      },
    },
  ]);
  expect(headers.get('Stripe-Version')).toBe(Stripe.API_VERSION);
});

test('a live key is not taken, and is not said back', async () => {
  await using sandbox = await openAlone();
  for (const prefix of ['sk_live_', 'rk_live_', 'pk_live_']) {
    const error = await sandbox
      .stripeWith(`${prefix}51Habc`)
      .paymentIntents.list()
      .catch((e) => e);
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(error.code).toBe('livemode_mismatch');
    expect(error.message).not.toContain('51Habc');
  }
});
