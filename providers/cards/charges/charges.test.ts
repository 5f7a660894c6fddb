import { expect, test } from 'vitest';
import { openSqlite } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';

test('an intent names its charge and its card, or shows them whole where that is asked for', async () => {
  await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
  const { stripe, time } = sandbox;
  const { id } = await sandbox.createIntent();
  const { id: payment_method } = await sandbox.createMethod('5555555555554444');
  time.now += 5000;
  const paid = await stripe.paymentIntents.confirm(id, { payment_method });
  const whole = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge', 'payment_method'] });
  expect(whole).toMatchObject({
    id,
    payment_method: { id: payment_method, object: 'payment_method' },
    latest_charge: {
      id: paid.latest_charge,
      object: 'charge',
      amount_captured: 500,
      created: Math.floor(time.now / 1000),
      livemode: false,
      paid: true,
      payment_intent: id,
      payment_method_details: { type: 'card', card: { brand: 'mastercard', last4: '4444' } },
      status: 'succeeded',
    },
  });
  await stripe.refunds.create({ payment_intent: id });
  const listed = await stripe.paymentIntents.list({ expand: ['data.latest_charge'] });
  expect(listed.data[0]?.latest_charge).toMatchObject({ refunded: true, amount_refunded: 500 });
  await expect(stripe.paymentIntents.retrieve(id, { expand: ['customer'] })).rejects.toMatchObject({
    type: 'StripeInvalidRequestError',
    param: 'expand',
  });
});

test('a refused try is a failed charge, named by the error', async () => {
  await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
  const { id } = await sandbox.createIntent();
  const { id: payment_method } = await sandbox.createMethod('4000000000009995');
  const error = await sandbox.stripe.paymentIntents.confirm(id, { payment_method }).catch((e) => e);
  const intent = await sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
  expect(intent).toMatchObject({
    payment_method: null,
    amount_received: 0,
    last_payment_error: { charge: error.charge, payment_method: { id: payment_method } },
    latest_charge: {
      id: error.charge,
      paid: false,
      status: 'failed',
      failure_code: 'card_declined',
      outcome: { reason: 'insufficient_funds' },
    },
  });
});
