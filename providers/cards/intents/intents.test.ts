import { describe, expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';

const price = { amount: 500, currency: 'usd' };

onBothDatabases([cardsMigrations], (open) => {
  test('an intent made with a card waits for its confirmation, which needs no other card', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id: payment_method } = await sandbox.createMethod('4242424242424242');
    const intent = await stripe.paymentIntents.create({ ...price, payment_method });
    expect(intent).toMatchObject({ status: 'requires_confirmation', payment_method, latest_charge: null });
    expect(await stripe.paymentIntents.confirm(intent.id)).toMatchObject({ status: 'succeeded' });
  });

  test('an intent confirmed as it is made is charged; a refused one stays and takes another card', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const good = await sandbox.createMethod('4242424242424242');
    const bad = await sandbox.createMethod('4000000000000002');
    const paid = await stripe.paymentIntents.create({ ...price, payment_method: good.id, confirm: true });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 500 });
    const refused = await stripe.paymentIntents
      .create({ ...price, payment_method: bad.id, confirm: true })
      .catch((error) => error);
    expect(refused).toMatchObject({ statusCode: 402, decline_code: 'generic_decline' });
    const { id } = refused.payment_intent;
    await expect(stripe.paymentIntents.confirm(id)).rejects.toMatchObject({ statusCode: 400 });
    expect(await stripe.paymentIntents.confirm(id, { payment_method: good.id })).toMatchObject({
      status: 'succeeded',
    });
  });

  test('nothing stays of an intent whose confirmation cannot begin', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const unknown = { ...price, payment_method: 'pm_unknown', confirm: true };
    await expect(stripe.paymentIntents.create(unknown)).rejects.toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'payment_method',
    });
    await expect(stripe.paymentIntents.create({ ...price, confirm: true })).rejects.toMatchObject({
      statusCode: 400,
    });
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
  });

  test('the ways of paying are automatic unless they are named', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const automatic = { automatic_payment_methods: { enabled: true } };
    const named = { allowed_payment_method_types: ['card' as const] };
    for (const form of [price, { ...price, ...automatic }]) {
      expect(await stripe.paymentIntents.create(form)).toMatchObject({
        automatic_payment_methods: { enabled: true },
        allowed_payment_method_types: null,
      });
    }
    expect(await stripe.paymentIntents.create({ ...price, ...named })).toMatchObject({
      automatic_payment_methods: null,
      allowed_payment_method_types: ['card'],
    });
    await expect(stripe.paymentIntents.create({ ...price, ...automatic, ...named })).rejects.toMatchObject({
      code: 'parameters_exclusive',
    });
    const without = { ...price, allowed_payment_method_types: ['alipay' as const] };
    await expect(stripe.paymentIntents.create(without)).rejects.toMatchObject({
      param: 'allowed_payment_method_types',
    });
  });

  test('a parameter that would be overlooked is an error', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const misspelt = { ...price, amonut: 5 };
    await expect(stripe.paymentIntents.create(misspelt)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'amonut',
    });
    const manual = { ...price, capture_method: 'manual' as const };
    await expect(stripe.paymentIntents.create(manual)).rejects.toMatchObject({ param: 'capture_method' });
  });

  test.each([
    [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'Amount must be at least $0.50'],
    [{ amount: 1e8, currency: 'usd' }, 'amount_too_large', 'Amount must be no more than $999,999.99'],
    [{ ...price, receipt_email: 'nobody' }, 'email_invalid', 'Invalid email address: nobody'],
  ])('%j is refused: %s', async (form, code, message) => {
    await using sandbox = await openSandbox(open);
    await expect(sandbox.stripe.paymentIntents.create(form)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      code,
      message,
    });
  });

  test("what has ended says so in Stripe's words, with the intent beside", async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id: payment_method } = await sandbox.createMethod('4242424242424242');
    const paid = await stripe.paymentIntents.create({ ...price, payment_method, confirm: true });
    const again = await stripe.paymentIntents.confirm(paid.id, { payment_method }).catch((e) => e);
    expect(again.message).toBe(
      'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
    );
    const late = await stripe.paymentIntents.cancel(paid.id).catch((e) => e);
    expect(late.message).toMatch(
      /^You cannot cancel this PaymentIntent because it has a status of succeeded\. /,
    );
    expect([again, late]).toMatchObject(
      Array(2).fill({
        code: 'payment_intent_unexpected_state',
        payment_intent: { id: paid.id, status: 'succeeded', latest_charge: paid.latest_charge },
      }),
    );
  });

  test('a cancelled intent keeps when and why, and no card opens it again', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe, time } = sandbox;
    const { id } = await sandbox.createIntent();
    time.now += 9000;
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' });
    expect(canceled).toMatchObject({
      status: 'canceled',
      canceled_at: Math.floor(time.now / 1000),
      cancellation_reason: 'abandoned',
    });
    const { id: payment_method } = await sandbox.createMethod('4242424242424242');
    await expect(stripe.paymentIntents.confirm(id, { payment_method })).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'canceled', latest_charge: null },
    });
    await expect(stripe.paymentIntents.cancel('pi_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('of a confirmation and a cancellation at once, one wins and both tell the same end', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id: payment_method } = await sandbox.createMethod('4242424242424242');
    for (let round = 0; round < 10; round++) {
      const { id } = await sandbox.createIntent();
      const tries = await Promise.allSettled([
        stripe.paymentIntents.cancel(id),
        stripe.paymentIntents.confirm(id, { payment_method }),
      ]);
      expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const { status, amount_received, canceled_at } = await stripe.paymentIntents.retrieve(id);
      const won = tries[0].status === 'fulfilled' ? 'canceled' : 'succeeded';
      expect({ status, amount_received, canceled: canceled_at !== null }).toEqual({
        status: won,
        amount_received: won === 'succeeded' ? 500 : 0,
        canceled: won === 'canceled',
      });
    }
  });

  describe('lists', () => {
    test('answer by when intents were made, in whole seconds', async () => {
      await using sandbox = await openSandbox(open);
      const { stripe, time } = sandbox;
      const first = Math.floor(time.now / 1000);
      const ids: string[] = [];
      for (const _ of [0, 1, 2]) {
        ids.push((await sandbox.createIntent()).id);
        time.now += 1500;
      }
      // Made at first + 0 s, + 1.5 s and + 3 s, so in the seconds 0, 1 and 3.
      const made = async (created: object | number) =>
        (await stripe.paymentIntents.list({ created })).data.map(({ id }) => ids.indexOf(id));
      expect(await made({ gte: first + 1 })).toEqual([2, 1]);
      expect(await made({ gt: first + 1 })).toEqual([2]);
      expect(await made({ lte: first + 1 })).toEqual([1, 0]);
      expect(await made({ lt: first + 1 })).toEqual([0]);
      expect(await made({ gt: first, lt: first + 3 })).toEqual([1]);
      expect(await made(first + 1)).toEqual([1]);
    });

    test('go both ways from an intent, also among those of one instant', async () => {
      await using sandbox = await openSandbox(open);
      const { stripe } = sandbox;
      for (const _ of [0, 1, 2, 3, 4]) await sandbox.createIntent();
      const all = (await stripe.paymentIntents.list()).data.map(({ id }) => id);
      expect(new Set(all).size).toBe(5);
      const [, second, , fourth] = all as [string, string, string, string];
      const page = async (from: object) => {
        const { data, has_more } = await stripe.paymentIntents.list({ limit: 2, ...from });
        return [data.map(({ id }) => all.indexOf(id)), has_more];
      };
      expect(await page({})).toEqual([[0, 1], true]);
      expect(await page({ starting_after: second })).toEqual([[2, 3], true]);
      expect(await page({ starting_after: fourth })).toEqual([[4], false]);
      expect(await page({ ending_before: fourth })).toEqual([[1, 2], true]);
      expect(await page({ ending_before: second })).toEqual([[0], false]);
      const both = { starting_after: second, ending_before: fourth };
      await expect(page(both)).rejects.toMatchObject({ code: 'parameters_exclusive' });
      await expect(page({ starting_after: 'pi_unknown' })).rejects.toMatchObject({
        statusCode: 400,
        param: 'starting_after',
      });
      await expect(page({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    });
  });
});
