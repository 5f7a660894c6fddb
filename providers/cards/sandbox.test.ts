import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { cardsMigrations } from './schema/migrations.ts';
import { card, openSandbox } from './testing/sandbox.ts';

onBothDatabases([cardsMigrations], (open) => {
  test('an intent is created, confirmed and found again through the official package', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const intent = await sandbox.createIntent();
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 500,
      amount_received: 0,
      currency: 'usd',
      livemode: false,
      metadata: { appointmentId: 'a1' },
      status: 'requires_payment_method',
      created: sandbox.time.now / 1000,
    });
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w{20,}$`));

    const method = await sandbox.createMethod('4242 4242 4242 4242');
    expect(method).toMatchObject({
      object: 'payment_method',
      card: { brand: 'visa', last4: '4242', exp_year: 2040 },
    });
    const paid = await stripe.paymentIntents.confirm(intent.id, { payment_method: method.id });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500, payment_method: method.id });
    expect(paid.latest_charge).toMatch(/^ch_/);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  test('twenty confirmations at once charge once', async () => {
    await using sandbox = await openSandbox(open);
    const { id } = await sandbox.createIntent();
    const { id: payment_method } = await sandbox.createMethod('4242424242424242');
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => sandbox.stripe.paymentIntents.confirm(id, { payment_method })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = tries.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'succeeded' },
    });
  });

  test('an idempotency key gives the first answer again, ten times at once, and refuses another request', async () => {
    await using sandbox = await openSandbox(open);
    const intents = await Promise.all(Array.from({ length: 10 }, () => sandbox.createIntent('key-1')));
    expect(new Set(intents.map(({ id }) => id)).size).toBe(1);
    const other = sandbox.stripe.paymentIntents.create(
      { amount: 900, currency: 'usd' },
      { idempotencyKey: 'key-1' },
    );
    await expect(other).rejects.toThrow(Stripe.errors.StripeIdempotencyError);
    sandbox.time.now += 25 * 3_600_000;
    expect((await sandbox.createIntent('key-1')).id).not.toBe(intents[0]?.id);
  });

  test('an open intent can be canceled, a paid one cannot; both ends are final', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id: payment_method } = await sandbox.createMethod('5555555555554444');
    const first = await sandbox.createIntent();
    expect(await stripe.paymentIntents.cancel(first.id)).toMatchObject({ status: 'canceled' });
    const unexpected = { code: 'payment_intent_unexpected_state', statusCode: 400 };
    await expect(stripe.paymentIntents.confirm(first.id, { payment_method })).rejects.toMatchObject(
      unexpected,
    );
    await expect(stripe.paymentIntents.cancel(first.id)).rejects.toMatchObject(unexpected);
    const second = await sandbox.createIntent();
    await stripe.paymentIntents.confirm(second.id, { payment_method });
    await expect(stripe.paymentIntents.cancel(second.id)).rejects.toMatchObject(unexpected);
  });

  test('paid money is given back once', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id } = await sandbox.createIntent();
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 });
    const { id: payment_method } = await sandbox.createMethod('4242424242424242');
    await stripe.paymentIntents.confirm(id, { payment_method });
    expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({
      status: 'succeeded',
      amount: 500,
    });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
  });

  test('intents are listed newest first, a page at a time', async () => {
    await using sandbox = await openSandbox(open);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      ids.unshift((await sandbox.createIntent()).id);
      sandbox.time.now += 1000;
    }
    const listed: string[] = [];
    for await (const intent of sandbox.stripe.paymentIntents.list({ limit: 2 })) listed.push(intent.id);
    expect(listed).toEqual(ids);
    const since = await sandbox.stripe.paymentIntents.list({ created: { gte: sandbox.time.now / 1000 - 2 } });
    expect(since.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  });

  describe('refused cards', () => {
    test.each([
      ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
      ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
      ['4000000000000069', 'expired_card', '', 'Your card has expired.'],
      ['4000000000000127', 'incorrect_cvc', '', "Your card's security code is incorrect."],
      [
        '4000000000000119',
        'processing_error',
        '',
        'An error occurred while processing your card. Try again in a little bit.',
      ],
    ])(
      '%s is refused when it is charged, and another card pays',
      async (number, code, decline_code, message) => {
        await using sandbox = await openSandbox(open);
        const { id } = await sandbox.createIntent();
        const { id: payment_method } = await sandbox.createMethod(number);
        const refused = await sandbox.stripe.paymentIntents
          .confirm(id, { payment_method })
          .catch((error) => error);
        expect(refused).toBeInstanceOf(Stripe.errors.StripeCardError);
        expect(refused).toMatchObject({
          statusCode: 402,
          code,
          decline_code,
          message,
          payment_intent: { id, status: 'requires_payment_method', last_payment_error: { code, message } },
        });
        const good = await sandbox.createMethod('4242424242424242');
        const paid = await sandbox.stripe.paymentIntents.confirm(id, { payment_method: good.id });
        expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
      },
    );

    test.each([
      [card('4242424242424241'), 'incorrect_number'],
      [card('42424242'), 'invalid_number'],
      [card('4242424242424242', { exp_month: 13 }), 'invalid_expiry_month'],
      [card('4242424242424242', { exp_month: 10, exp_year: 2026 }), 'invalid_expiry_month'],
      [card('4242424242424242', { exp_year: 2025 }), 'invalid_expiry_year'],
      [card('4242424242424242', { cvc: '12' }), 'invalid_cvc'],
    ])('%j is no card at all: %s', async (wrong, code) => {
      await using sandbox = await openSandbox(open);
      const made = sandbox.stripe.paymentMethods.create({ type: 'card', card: wrong });
      await expect(made).rejects.toMatchObject({ statusCode: 402, code, type: 'StripeCardError' });
    });

    test('any other number is 402 as in test mode, and is kept nowhere', async () => {
      await using sandbox = await openSandbox(open);
      const number = '4539148803436467';
      await expect(sandbox.createMethod(number)).rejects.toMatchObject({
        statusCode: 402,
        code: 'card_declined',
        decline_code: 'test_mode_live_card',
      });
      await sandbox.createMethod('4242424242424242');
      const tables = sandbox.database.withTables<Record<string, Record<string, unknown>>>();
      const kept = await Promise.all(
        ['cards_methods', 'cards_intents', 'cards_idempotency'].map((name) =>
          tables.selectFrom(name).selectAll().execute(),
        ),
      );
      expect(JSON.stringify(kept)).not.toMatch(/4539148803436467|4242424242424242|"123"/);
      expect(kept[0]).toHaveLength(1);
    });
  });

  test('[PAY-02] a browser pays with the publishable key and the client secret, and sees no metadata', async () => {
    await using sandbox = await openSandbox(open);
    const { id, client_secret } = await sandbox.createIntent();
    const secret = { client_secret: client_secret ?? '' };
    const fields = {
      type: 'card',
      'card[number]': '378282246310005',
      'card[exp_month]': '1',
      'card[exp_year]': '31',
    };
    const method = await sandbox.browser('POST', 'payment_methods', { ...fields, 'card[cvc]': '1234' });
    const confirm = { payment_method: String(method.body.id) };
    expect(await sandbox.browser('POST', `payment_intents/${id}/confirm`, confirm)).toMatchObject({
      status: 400,
    });
    const wrong = { ...confirm, client_secret: `${client_secret}x` };
    expect(await sandbox.browser('POST', `payment_intents/${id}/confirm`, wrong)).toMatchObject({
      status: 400,
    });
    const paid = await sandbox.browser('POST', `payment_intents/${id}/confirm`, { ...confirm, ...secret });
    expect(paid).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(paid.body).not.toHaveProperty('metadata');
    expect(await sandbox.browser('GET', `payment_intents/${id}`, secret)).toMatchObject({
      body: { status: 'succeeded' },
    });
    for (const path of [`payment_intents/${id}/cancel`, 'payment_intents', 'refunds']) {
      expect((await sandbox.browser('POST', path, secret)).status).toBe(403);
    }
  });
});
