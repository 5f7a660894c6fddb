import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

async function paid({ createIntent, createMethod, stripe }: Sandbox) {
  const intent = await createIntent();
  const { id: payment_method } = await createMethod('4242424242424242');
  const { latest_charge } = await stripe.paymentIntents.confirm(intent.id, { payment_method });
  return { payment_intent: intent.id, charge: String(latest_charge) };
}

onBothDatabases([cardsMigrations], (open) => {
  test('money goes back in parts, never more than was charged', async () => {
    await using sandbox = await openSandbox(open);
    const { refunds, charges } = sandbox.stripe;
    const { payment_intent, charge } = await paid(sandbox);
    const part = await refunds.create({
      payment_intent,
      amount: 200,
      reason: 'duplicate',
      metadata: { why: 'twice' },
    });
    expect(part).toMatchObject({ amount: 200, charge, reason: 'duplicate', metadata: { why: 'twice' } });
    expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 200, refunded: false });
    await expect(refunds.create({ charge, amount: 301 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount ($3.01) is greater than unrefunded amount on charge ($3.00)',
    });
    expect(await refunds.create({ charge })).toMatchObject({ amount: 300, payment_intent });
    expect(await charges.retrieve(charge)).toMatchObject({ amount_refunded: 500, refunded: true });
    for (const again of [{ charge }, { payment_intent, amount: 1 }]) {
      await expect(refunds.create(again)).rejects.toMatchObject({ code: 'charge_already_refunded' });
    }
    const { data } = await sandbox.stripe.events.list({ type: 'charge.refunded' });
    expect(data.map((event) => event.data.previous_attributes)).toEqual([
      { amount_refunded: 200, refunded: false },
      { amount_refunded: 0 },
    ]);
  });

  test('of many refunds at once, no cent goes back twice', async () => {
    await using sandbox = await openSandbox(open);
    const { refunds, charges } = sandbox.stripe;
    const { payment_intent, charge } = await paid(sandbox);
    const amounts = [undefined, undefined, 300, 300, 200, 100];
    const tries = await Promise.allSettled(
      amounts.map((amount) => refunds.create({ payment_intent, ...(amount && { amount }) })),
    );
    const given = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value.amount] : []));
    const { amount_refunded } = await charges.retrieve(charge);
    expect(given.reduce((sum, amount) => sum + amount, 0)).toBe(amount_refunded);
    expect(amount_refunded).toBeLessThanOrEqual(500);
    expect(given.length).toBeGreaterThan(0);
  });

  test('refunds are found again, by intent and by charge', async () => {
    await using sandbox = await openSandbox(open);
    const { refunds } = sandbox.stripe;
    const [first, second] = [await paid(sandbox), await paid(sandbox)];
    const refund = await refunds.create({ charge: first.charge, amount: 100 });
    await refunds.create({ charge: second.charge });
    expect(await refunds.retrieve(refund.id)).toEqual(expect.objectContaining({ ...refund }));
    for (const by of [{ charge: first.charge }, { payment_intent: first.payment_intent }]) {
      expect((await refunds.list(by)).data.map(({ id }) => id)).toEqual([refund.id]);
    }
    expect((await refunds.list()).data).toHaveLength(2);
    await expect(refunds.retrieve('re_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });

  test('a refund and a charge show what they name whole, where that is asked for', async () => {
    await using sandbox = await openSandbox(open);
    const { refunds, charges } = sandbox.stripe;
    const { payment_intent, charge } = await paid(sandbox);
    const whole = { charge: { id: charge, refunded: true }, payment_intent: { id: payment_intent } };
    const expand = ['charge', 'payment_intent'];
    const { id } = await refunds.create({ charge, expand });
    expect(await refunds.retrieve(id, { expand })).toMatchObject(whole);
    const { data } = await refunds.list({ expand: expand.map((name) => `data.${name}`) });
    expect(data).toMatchObject([whole]);
    const [event] = (await sandbox.stripe.events.list({ type: 'refund.created' })).data;
    expect(event?.data.object).toMatchObject({ charge, payment_intent });
    const one = await charges.retrieve(charge, { expand: ['payment_intent'] });
    const listed = await charges.list({ expand: ['data.payment_intent'] });
    for (const shown of [one, listed.data[0]]) {
      expect(shown).toMatchObject({
        payment_intent: { id: payment_intent, object: 'payment_intent', latest_charge: charge },
      });
    }
    for (const wrong of ['charge', 'data.payment_intent', 'customer']) {
      await expect(charges.retrieve(charge, { expand: [wrong] })).rejects.toMatchObject({ param: 'expand' });
    }
  });

  test('what cannot be refunded says why', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id } = await sandbox.createIntent();
    const refused = await sandbox.createMethod('4000000000000002');
    const error = await stripe.paymentIntents
      .confirm(id, { payment_method: refused.id })
      .catch((thrown) => thrown);
    const message = async (form: object) => (await stripe.refunds.create(form).catch((e) => e)).message;
    expect(await message({})).toMatch(/payment_intent or charge/);
    expect(await message({ payment_intent: id })).toMatch(/does not have a successful charge to refund/);
    expect(await message({ charge: error.charge })).toMatch(/has failed/);
    expect(await message({ charge: 'ch_unknown' })).toBe("No such charge: 'ch_unknown'");
    const [one, other] = [await paid(sandbox), await paid(sandbox)];
    expect(await message({ ...one, charge: other.charge })).toMatch(/does not belong/);
    for (const amount of [0, -5]) {
      await expect(stripe.refunds.create({ charge: one.charge, amount })).rejects.toMatchObject({
        code: 'parameter_invalid_integer',
      });
    }
    expect((await stripe.refunds.list()).data).toEqual([]);
  });

  test('every try of a card stays a charge of its own', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id } = await sandbox.createIntent();
    for (const number of ['4000000000009995', '4000000000000002', '4242424242424242']) {
      const { id: payment_method } = await sandbox.createMethod(number);
      await stripe.paymentIntents.confirm(id, { payment_method }).catch(() => {});
      sandbox.time.now += 1000;
    }
    const { data } = await stripe.charges.list({ payment_intent: id });
    expect(data.map(({ status, failure_code }) => [status, failure_code])).toEqual([
      ['succeeded', null],
      ['failed', 'card_declined'],
      ['failed', 'card_declined'],
    ]);
    expect(data[2]).toMatchObject({ outcome: { reason: 'insufficient_funds' }, paid: false });
    expect(await stripe.charges.retrieve(data[2]?.id ?? '')).toMatchObject({ payment_intent: id });
    await expect(stripe.charges.retrieve('ch_unknown')).rejects.toMatchObject({ statusCode: 404 });
  });
});
