import { expect } from 'vitest';
import { onBoth, type Sandbox } from './testing/sandbox.ts';

const fullyRefunded = { amount_refunded: 500, refunded: true };

const chargeOf = async ({ find }: Sandbox, id: string) => (await find(id)).latest_charge;
const statuses = async ({ rows }: Sandbox) =>
  (await rows('cards_refunds')).map(({ status }) => status).sort();

onBoth((test) => {
  test('refunds in parts, never more than was charged', async ({ sandbox }) => {
    const { refunds } = sandbox.stripe;
    const { id: payment_intent, latest_charge: charge } = await sandbox.pay();
    const part = await refunds.create({ payment_intent, amount: 200 });
    expect(part).toMatchObject({ amount: 200, charge, payment_intent, status: 'succeeded' });
    const partly = { amount_refunded: 200, refunded: false };
    expect(await chargeOf(sandbox, payment_intent)).toMatchObject(partly);
    await expect(refunds.create({ payment_intent, amount: 301 })).rejects.toMatchObject({
      statusCode: 400,
      param: 'amount',
      message: 'Refund amount ($3.01) is greater than unrefunded amount on charge ($3.00)',
    });
    expect(await refunds.create({ payment_intent })).toMatchObject({ amount: 300 });
    expect(await chargeOf(sandbox, payment_intent)).toMatchObject(fullyRefunded);
    for (const more of [{}, { amount: 1 }]) {
      const again = refunds.create({ payment_intent, ...more });
      await expect(again).rejects.toMatchObject({ code: 'charge_already_refunded' });
    }
    const { data } = await sandbox.stripe.events.list({ types: ['charge.refunded'] });
    expect(data.map((event) => event.data.object)).toMatchObject([fullyRefunded, partly]);
  });

  test('never refunds more than the charge with concurrent refunds', async ({ sandbox }) => {
    const { id: payment_intent } = await sandbox.pay();
    const tries = await Promise.allSettled(
      [{}, {}, { amount: 300 }, { amount: 300 }, { amount: 200 }, { amount: 100 }].map((part) =>
        sandbox.stripe.refunds.create({ payment_intent, ...part }),
      ),
    );
    const amounts = tries.flatMap((attempt) =>
      attempt.status === 'fulfilled' ? [attempt.value.amount] : [],
    );
    const [charge] = await sandbox.rows('cards_charges');
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(charge?.refunded);
    expect(charge?.refunded).toBeLessThanOrEqual(500);
    expect(amounts.length).toBeGreaterThan(0);
  });

  test('explains why a payment cannot be refunded', async ({ sandbox }) => {
    const { refunds } = sandbox.stripe;
    const { id } = await sandbox.createIntent();
    const error = { statusCode: 400, message: expect.stringMatching(/does not have a successful charge/) };
    await expect(refunds.create({ payment_intent: id })).rejects.toMatchObject(error);
    await sandbox.confirm(id, '4000000000000002').catch(() => {});
    await expect(refunds.create({ payment_intent: id })).rejects.toMatchObject(error);
    await expect(refunds.create({})).rejects.toMatchObject({ param: 'payment_intent' });
    await expect(refunds.create({ payment_intent: 'pi_unknown' })).rejects.toMatchObject({ statusCode: 404 });
    await sandbox.confirm(id, '4242424242424242');
    for (const amount of [0, -5])
      await expect(refunds.create({ payment_intent: id, amount })).rejects.toMatchObject({ param: 'amount' });
    expect(await sandbox.rows('cards_refunds')).toEqual([]);
  });

  test('reverses a failed refund, which can then be repeated', async ({ sandbox }) => {
    const { stripe, outbox, sent } = sandbox;
    const { id: payment_intent, latest_charge: charge } = await sandbox.pay();
    const part = await stripe.refunds.create({ payment_intent, amount: 200 });
    expect(part).toMatchObject({ status: 'succeeded' });
    await stripe.refunds.create({ payment_intent });
    await outbox.deliver();
    sent.length = 0;
    await sandbox.testBank.rejectRefunds(payment_intent);
    expect(await statuses(sandbox)).toEqual(['failed', 'failed']);
    const none = { amount_refunded: 0, refunded: false };
    expect(await chargeOf(sandbox, payment_intent)).toMatchObject(none);
    await outbox.deliver();
    const events = sent.map(({ payload }) => JSON.parse(payload));
    expect(events.map(({ type }) => type)).toEqual(['refund.failed', 'refund.failed']);
    const failed = { object: 'refund', status: 'failed', failure_reason: 'expired_or_canceled_card', charge };
    expect(events.map(({ data }) => data.object)).toContainEqual(
      expect.objectContaining({ ...failed, id: part.id, payment_intent, amount: 200 }),
    );
    await stripe.refunds.create({ payment_intent });
    expect(await chargeOf(sandbox, payment_intent)).toMatchObject(fullyRefunded);
    expect(await statuses(sandbox)).toEqual(['failed', 'failed', 'succeeded']);
  });

  test('lists the dispute of a charge, which cannot be refunded any more', async ({ sandbox }) => {
    const { disputes, refunds } = sandbox.stripe;
    const { id: payment_intent, latest_charge: charge } = await sandbox.pay();
    await sandbox.testBank.dispute(payment_intent);
    const { data } = await disputes.list({ payment_intent, limit: 1 });
    expect(data).toMatchObject([{ charge, amount: 500, reason: 'fraudulent', status: 'needs_response' }]);
    expect(await chargeOf(sandbox, payment_intent)).toMatchObject({ disputed: true, refunded: false });
    const error = { statusCode: 400, code: 'charge_disputed' };
    await expect(refunds.create({ payment_intent })).rejects.toMatchObject(error);
    await sandbox.outbox.deliver();
    expect(sandbox.sent.map(({ payload }) => JSON.parse(payload).type)).toContain('charge.dispute.created');
    const { id: undisputed } = await sandbox.pay();
    expect((await disputes.list({ payment_intent: undisputed })).data).toEqual([]);
  });
});
