import { createHash } from 'node:crypto';
import Stripe from 'stripe';
import { expect } from 'vitest';
import { days } from '#platform/time.ts';
import type * as shapes from '../serialize.ts';
import { apiVersion } from '../serialize.ts';
import { card, onBoth, test } from '../testing/sandbox.ts';

const { errors } = Stripe;
const price = { amount: '500', currency: 'usd' };
const newIntent = { ...price, 'metadata[appointmentId]': 'a1' };

onBoth((test) => {
  test('repeats the first response for a key to ten concurrent requests, and rejects other requests', async ({
    sandbox,
  }) => {
    const intents = await Promise.all(Array.from({ length: 10 }, () => sandbox.createIntent('key-1')));
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
    const other = { ...price, amount: 900 };
    const conflicting = sandbox.stripe.paymentIntents.create(other, { idempotencyKey: 'key-1' });
    await expect(conflicting).rejects.toThrow(errors.StripeIdempotencyError);
    const refund = { payment_intent: intents[0]?.id ?? '' };
    const error = { type: 'idempotency_error', message: expect.stringContaining("'key-1'") };
    const otherRoute = await sandbox.send(sandbox.secretKey, 'refunds', refund, 'key-1');
    expect(otherRoute).toMatchObject({ status: 400, body: { error } });
  });

  test('repeats a decline for its key, without another attempt', async ({ sandbox }) => {
    const { paymentIntents } = sandbox.stripe;
    const { id } = await sandbox.createIntent();
    const form = { payment_method: 'pm_card_chargeDeclined' };
    const confirm = () => paymentIntents.confirm(id, form, { idempotencyKey: 'try-1' }).catch((e) => e);
    const [first, ...more] = await Promise.all(Array.from({ length: 5 }, confirm));
    expect(first).toMatchObject({ code: 'card_declined', charge: expect.stringMatching(/^ch_/) });
    expect(more.map(({ charge }) => charge)).toEqual(Array(4).fill(first.charge));
    expect(await sandbox.rows('cards_charges')).toMatchObject([{ id: first.charge }]);
  });

  test('stores no key and no row for an invalid or failed request', async ({ sandbox }) => {
    const send = (amount: string, key = 'key-1') =>
      sandbox.send(sandbox.secretKey, 'payment_intents', { ...price, amount }, key);
    expect([(await send('5')).status, (await send('500', 'k'.repeat(256))).status]).toEqual([400, 400]);
    const { schema } = sandbox.database;
    await schema.alterTable('cards_intents').renameTo('cards_renamed').execute();
    expect(await send('500')).toMatchObject({ status: 500, body: { error: { type: 'api_error' } } });
    await schema.alterTable('cards_renamed').renameTo('cards_intents').execute();
    expect(sandbox.logged).toHaveLength(1);
    const first = await send('500');
    expect([first.status, await send('500')]).toEqual([200, first]);
    expect(await sandbox.rows('cards_intents')).toHaveLength(1);
  });

  test('stores responses for a day and then deletes them', async ({ sandbox }) => {
    const first = await sandbox.createIntent('key-1');
    sandbox.time.now += days(1);
    await sandbox.runJob('delete-old-sandbox-responses');
    expect((await sandbox.createIntent('key-1')).id).toBe(first.id);
    sandbox.time.now += 1;
    await sandbox.createIntent('key-2');
    expect((await sandbox.createIntent('key-1')).id).not.toBe(first.id);
    expect(await sandbox.rows('cards_idempotency')).toHaveLength(2);
    sandbox.time.now += days(1) + 1;
    await sandbox.runJob('delete-old-sandbox-responses');
    expect(await sandbox.rows('cards_idempotency')).toEqual([]);
  });

  test("rejects a browser that repeats the server's request", async ({ sandbox }) => {
    const first = await sandbox.send(sandbox.secretKey, 'payment_intents', newIntent, 'key-1');
    const again = await sandbox.send(sandbox.publishableKey, 'payment_intents', newIntent, 'key-1');
    expect([first.status, again.status]).toEqual([200, 403]);
    expect(again.body).not.toHaveProperty('client_secret');
  });

  test('separates the keys of browser and server, and stores no security code', async ({ sandbox }) => {
    const { publishableKey, secretKey, send } = sandbox;
    const fields = card('4242424242424242', { 'card[cvc]': '737' });
    const method = await send(publishableKey, 'payment_methods', { type: 'card', ...fields }, 'key-1');
    const [{ request_hash } = { request_hash: '' }] = await sandbox.rows('cards_idempotency');
    const intent = await send(secretKey, 'payment_intents', newIntent, 'key-1');
    expect([method.status, intent.status]).toEqual([200, 200]);
    // An attacker with the table and the card number could try all thousand codes.
    const guesses = Array.from({ length: 1000 }, (_, n) => {
      const details = { number: '4242424242424242', exp_month: '12', exp_year: '2040' };
      const parameters = { type: 'card', card: { ...details, cvc: String(n).padStart(3, '0') } };
      const text = JSON.stringify(['/v1/payment_methods', parameters]);
      return createHash('sha256').update(text).digest('base64url');
    });
    expect(guesses).not.toContain(request_hash);
  });

  test('shows the browser the state of an intent, but never its metadata', async ({ sandbox }) => {
    const { id, client_secret } = await sandbox.createIntent();
    const secret = { client_secret: client_secret ?? '' };
    const confirm = (payment_method: string) =>
      sandbox.browser('POST', `payment_intents/${id}/confirm`, { ...secret, payment_method });
    const declined = await confirm('pm_card_chargeDeclined');
    const paid = await confirm('pm_card_visa');
    const again = await confirm('pm_card_visa');
    expect([declined.status, paid.status, again.status]).toEqual([402, 200, 400]);
    expect(again.body).toMatchObject({ error: { payment_intent: { id, status: 'succeeded' } } });
    expect(JSON.stringify([declined, paid, again])).not.toContain('appointmentId');
  });
});

test('rejects a secret key in a form or URL, which end up in logs', async ({ sandbox }) => {
  const response = await sandbox.app.request(`/v1/payment_intents?key=${sandbox.secretKey}`);
  expect(response.status).toBe(401);
});

test('returns errors with the class of the official package and a request id', async ({ sandbox }) => {
  const { paymentIntents } = sandbox.stripe;
  const listWith = (key: string) => sandbox.stripeWith(key).paymentIntents.list();
  await sandbox.createIntent('key-1');
  const decline = () => sandbox.pay('4000000000000127');
  const key = { idempotencyKey: 'key-1' };
  const invalid = errors.StripeInvalidRequestError;
  const cases: [() => Promise<unknown>, new (...args: never[]) => Error, code?: string][] = [
    [decline, errors.StripeCardError, 'incorrect_cvc'],
    [() => paymentIntents.create({ amount: 1, currency: 'usd' }), invalid],
    [() => paymentIntents.create({ currency: 'usd' } as never), invalid, 'parameter_missing'],
    [() => paymentIntents.retrieve('pi_unknown'), invalid, 'resource_missing'],
    [() => paymentIntents.create({ amount: 5, currency: 'usd' }, key), errors.StripeIdempotencyError],
    [() => listWith('sk_test_51Habc'), errors.StripeAuthenticationError],
    [() => listWith('sk_live_51Habc'), errors.StripeAuthenticationError],
    [() => listWith(sandbox.publishableKey), errors.StripePermissionError, 'secret_key_required'],
  ];
  for (const [call, type, code] of cases) {
    const error = (await call().catch((thrown) => thrown)) as Stripe.errors.StripeError;
    expect(error).toBeInstanceOf(type);
    expect(error.requestId).toMatch(/^req_\w{20,}$/);
    expect(error.message).not.toContain('51Habc');
    expect(error.code ?? undefined).toBe(code);
  }
  await sandbox.database.schema.dropTable('cards_intents').execute();
  await expect(paymentIntents.list()).rejects.toBeInstanceOf(errors.StripeAPIError);
});

type Deep<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (infer Item)[]
    ? Deep<Item>[]
    : { [Key in keyof T]?: Deep<T[Key]> };
/** Compiles only if each field of the sandbox is one of Stripe's, with the declared type. */
type Declared<Actual extends Deep<Type>, Type> =
  Exclude<keyof Actual, keyof Type> extends never ? true : false;

test("uses fields that the official package declares, in the server's API version", () => {
  const declared: [
    Declared<Awaited<ReturnType<typeof shapes.toPaymentIntent>>, Stripe.PaymentIntent>,
    Declared<ReturnType<typeof shapes.toPaymentMethod>, Stripe.PaymentMethod>,
    Declared<Awaited<ReturnType<typeof shapes.toCharge>>, Stripe.Charge>,
    Declared<ReturnType<typeof shapes.toRefund>, Stripe.Refund>,
    Declared<ReturnType<typeof shapes.toDispute>, Stripe.Dispute>,
    Declared<ReturnType<typeof shapes.toEvent>, Stripe.EventBase>,
  ] = [true, true, true, true, true, true];
  expect(declared).toHaveLength(6);
  expect(apiVersion).toBe(Stripe.API_VERSION);
});
