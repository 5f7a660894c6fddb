import { expect, test } from 'vitest';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';
import { testCards, testNames } from './test-cards.ts';

const price = { amount: 500, currency: 'usd', confirm: true } as const;
const return_url = 'http://localhost:3000/dashboard/payment/a1';

onBothDatabases([cardsMigrations], (open) => {
  test('a test payment method pays as often as it is named, each time as a method of its own', async () => {
    await using sandbox = await openSandbox(open);
    const { paymentIntents } = sandbox.stripe;
    const expand = ['payment_method'];
    const pay = () => paymentIntents.create({ ...price, payment_method: 'pm_card_mastercard', expand });
    const [first, second] = [await pay(), await pay()];
    for (const { status, payment_method } of [first, second]) {
      expect([status, payment_method]).toMatchObject([
        'succeeded',
        {
          id: expect.stringMatching(/^pm_\w{20,}$/),
          card: { brand: 'mastercard', last4: '4444', exp_year: 2027 },
        },
      ]);
    }
    expect((first.payment_method as { id: string }).id).not.toBe(
      (second.payment_method as { id: string }).id,
    );
    const { id } = await sandbox.createIntent();
    const paid = await paymentIntents.confirm(id, { payment_method: 'pm_card_amex', expand });
    expect(paid).toMatchObject({ status: 'succeeded', payment_method: { card: { last4: '0005' } } });
  });

  test('a token stands for a card, alone and within a confirmation', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const card = { token: 'tok_visa' };
    expect(await stripe.paymentMethods.create({ type: 'card', card })).toMatchObject({
      card: { brand: 'visa', last4: '4242' },
    });
    const payment_method_data = { type: 'card', card: { token: 'tok_visa_chargeDeclined' } };
    await expect(
      stripe.paymentIntents.create({ ...price, payment_method_data: payment_method_data as never }),
    ).rejects.toMatchObject({ code: 'card_declined', decline_code: 'generic_decline' });
  });
});

const openAlone = () => openSandbox(() => openSqlite([cardsMigrations]));

test.each([
  ['pm_card_chargeDeclined', { code: 'card_declined', decline_code: 'generic_decline' }],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', { decline_code: 'insufficient_funds' }],
  ['pm_card_chargeDeclinedInsufficientFunds', { decline_code: 'insufficient_funds' }],
  ['pm_card_visa_chargeDeclinedLostCard', { decline_code: 'lost_card' }],
  ['pm_card_visa_chargeDeclinedStolenCard', { decline_code: 'stolen_card' }],
  ['pm_card_visa_chargeDeclinedVelocityLimitExceeded', { decline_code: 'card_velocity_exceeded' }],
  ['pm_card_chargeDeclinedExpiredCard', { code: 'expired_card' }],
  ['pm_card_chargeDeclinedIncorrectCvc', { code: 'incorrect_cvc' }],
  ['pm_card_chargeDeclinedProcessingError', { code: 'processing_error' }],
])('%s is declined', async (payment_method, error) => {
  await using sandbox = await openAlone();
  const paid = sandbox.stripe.paymentIntents.create({ ...price, payment_method });
  await expect(paid).rejects.toMatchObject({ statusCode: 402, ...error });
});

test.each([
  'pm_card_threeDSecure2Required',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequiredOnSetup',
])('%s is asked about', async (payment_method) => {
  await using sandbox = await openAlone();
  const { status } = await sandbox.stripe.paymentIntents.create({ ...price, payment_method, return_url });
  expect(status).toBe('requires_action');
});

test.each([
  ['pm_card_pendingRefund', 'pending'],
  ['pm_card_refundFail', 'succeeded'],
])('what %s has paid is refunded as its number has it', async (payment_method, status) => {
  await using sandbox = await openAlone();
  const { stripe, runJob, time } = sandbox;
  const { id } = await stripe.paymentIntents.create({ ...price, payment_method });
  const refund = await stripe.refunds.create({ payment_intent: id });
  expect(refund.status).toBe(status);
  time.now += 60_000;
  await runJob('cards-refunds');
  const later = { pending: 'succeeded', succeeded: 'failed' }[status];
  expect((await stripe.refunds.retrieve(refund.id)).status).toBe(later);
});

test('every name stands for a published number', () => {
  for (const number of Object.values(testNames)) expect(testCards).toHaveProperty(number);
});

test('other names are none', async () => {
  await using sandbox = await openAlone();
  const { paymentIntents, paymentMethods } = sandbox.stripe;
  const names = ['pm_card_toString', 'pm_card_', 'pm_card_visa2', 'tok_visa', 'pm_card_constructor'];
  for (const payment_method of names) {
    await expect(paymentIntents.create({ ...price, payment_method })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      message: `No such PaymentMethod: '${payment_method}'`,
    });
  }
  for (const token of ['tok_toString', 'tok_', 'pm_card_visa', 'card_1']) {
    await expect(paymentMethods.create({ type: 'card', card: { token } })).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      message: `No such token: '${token}'`,
      param: 'card[token]',
    });
  }
  const both = { token: 'tok_visa', number: '4242424242424242' };
  await expect(paymentMethods.create({ type: 'card', card: both as never })).rejects.toMatchObject({
    code: 'parameter_unknown',
  });
});
