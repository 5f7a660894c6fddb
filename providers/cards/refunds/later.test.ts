import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';
import { CHANGES_AFTER } from './later.ts';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

async function paid({ createIntent, createMethod, stripe }: Sandbox, number: string) {
  const intent = await createIntent();
  const { id: payment_method } = await createMethod(number);
  const { latest_charge } = await stripe.paymentIntents.confirm(intent.id, { payment_method });
  return { payment_intent: intent.id, charge: String(latest_charge) };
}

const runRefunds = ({ runJob }: Sandbox) => runJob('cards-refunds');

/** What was told since the refund was asked for, newest first. */
async function told({ stripe }: Sandbox) {
  const refund = ['refund.created', 'refund.updated', 'refund.failed'];
  const types = ['charge.refunded', 'charge.refund.updated', ...refund];
  return (await stripe.events.list({ types })).data;
}

const fails = '4000000000005126';
const succeedsLater = '4000000000007726';

onBothDatabases([cardsMigrations], (open) => {
  test('a refund that succeeds later is pending first, and its money is not there to be given back twice', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe, time } = sandbox;
    const { charge } = await paid(sandbox, succeedsLater);
    const refund = await stripe.refunds.create({ charge });
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing', amount: 500 });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 500, refunded: true });
    await expect(stripe.refunds.create({ charge })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    time.now += CHANGES_AFTER - 1;
    await runRefunds(sandbox);
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'pending' });
    time.now += 1;
    await runRefunds(sandbox);
    const now = await stripe.refunds.retrieve(refund.id);
    expect(now).toMatchObject({ status: 'succeeded' });
    expect(now).not.toHaveProperty('pending_reason');
    const events = await told(sandbox);
    expect(events.map(({ type }) => type)).toEqual([
      'charge.refund.updated',
      'refund.updated',
      'charge.refunded',
      'refund.created',
    ]);
    expect(events[0]).toMatchObject({
      created: Math.floor(time.now / 1000),
      data: {
        object: { id: refund.id, status: 'succeeded' },
        previous_attributes: { status: 'pending', pending_reason: 'processing' },
      },
      request: { id: null, idempotency_key: null },
    });
  });

  test('a refund that fails has succeeded first; then the money is with the merchant again, and may be given back once more', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe, time } = sandbox;
    const { payment_intent, charge } = await paid(sandbox, fails);
    const part = await stripe.refunds.create({ charge, amount: 200 });
    const rest = await stripe.refunds.create({ charge });
    expect(part).toMatchObject({ status: 'succeeded' });
    expect(part).not.toHaveProperty('failure_reason');
    time.now += CHANGES_AFTER;
    await runRefunds(sandbox);
    for (const { id } of [part, rest]) {
      expect(await stripe.refunds.retrieve(id)).toMatchObject({
        status: 'failed',
        failure_reason: 'expired_or_canceled_card',
      });
    }
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0, refunded: false });
    const { id } = await stripe.refunds.create({ payment_intent });
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 500, refunded: true });
    const { data } = await stripe.refunds.list({ charge });
    expect(data.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'succeeded']);
    expect(data.find(({ status }) => status === 'succeeded')?.id).toBe(id);
  });

  test('a failed refund is told, and sent to our own endpoint', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe, time, outbox, sent } = sandbox;
    const { payment_intent, charge } = await paid(sandbox, fails);
    const refund = await stripe.refunds.create({ charge });
    await outbox.deliver();
    sent.length = 0;
    time.now += CHANGES_AFTER;
    await runRefunds(sandbox);
    const events = await told(sandbox);
    expect(events.map(({ type }) => type)).toEqual([
      'refund.failed',
      'charge.refund.updated',
      'refund.updated',
      'charge.refunded',
      'refund.created',
    ]);
    const [failed] = events;
    expect(failed?.data).toMatchObject({
      object: { id: refund.id, object: 'refund', status: 'failed', charge, payment_intent, amount: 500 },
      previous_attributes: { status: 'succeeded' },
    });
    await outbox.deliver();
    expect(sent.map(({ payload }) => JSON.parse(payload).id)).toEqual([failed?.id]);
    expect(await stripe.events.retrieve(failed?.id ?? '')).toMatchObject({ pending_webhooks: 0 });
  });

  test('each change happens once, however often and by however many at once it is looked for', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe, time } = sandbox;
    const { charge } = await paid(sandbox, fails);
    for (const amount of [100, 100, 100]) await stripe.refunds.create({ charge, amount });
    time.now += CHANGES_AFTER;
    await Promise.all([runRefunds(sandbox), runRefunds(sandbox), runRefunds(sandbox)]);
    time.now += CHANGES_AFTER;
    await runRefunds(sandbox);
    expect((await stripe.events.list({ type: 'refund.failed' })).data).toHaveLength(3);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ amount_refunded: 0 });
  });
});
