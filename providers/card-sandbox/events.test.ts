import type Stripe from 'stripe';
import { expect } from 'vitest';
import { days, seconds } from '#platform/time.ts';
import { apiVersion } from './serialize.ts';
import { onBoth, type Sandbox, test } from './testing/sandbox.ts';
import { createDelivery } from './webhooks.ts';

/** Reads and verifies an event as the server does. */
const read = ({ stripe, time, webhookSecret }: Sandbox, payload = '', signature = '') =>
  stripe.webhooks.constructEvent(payload, signature, webhookSecret, 300, undefined, time.now / 1000);

/** Creates an intent that a declined card has tried and another card has paid. */
async function createPaidIntent({ createIntent, confirm }: Sandbox): Promise<string> {
  const { id } = await createIntent();
  await expect(confirm(id, '4000000000000002')).rejects.toMatchObject({ statusCode: 402 });
  await confirm(id, 'pm_card_visa');
  return id;
}

const typesOf = async (sandbox: Sandbox, params: Stripe.EventListParams = {}) =>
  (await sandbox.stripe.events.list(params)).data.map(({ type }) => type);

onBoth((test) => {
  test('records an event for each step, newest first, with the object at that time', async ({ sandbox }) => {
    const { stripe } = sandbox;
    const id = await createPaidIntent(sandbox);
    await stripe.refunds.create({ payment_intent: id });
    const { data } = await stripe.events.list();
    expect(data.map(({ type, data: { object } }) => [type, object])).toMatchObject([
      ['charge.refunded', { object: 'charge', payment_intent: id, refunded: true, amount_refunded: 500 }],
      ['payment_intent.succeeded', { id, status: 'succeeded', metadata: { appointmentId: 'a1' } }],
      ['payment_intent.payment_failed', { id, status: 'requires_payment_method' }],
    ]);
    expect(data[0]).toMatchObject({
      id: expect.stringMatching(/^evt_\w{20,}$/),
      object: 'event',
      api_version: apiVersion,
      created: Math.floor(sandbox.time.now / 1000),
      livemode: false,
      pending_webhooks: 1,
    });
  });

  test('records one event for a repeated request, and none for a failed one', async ({ sandbox }) => {
    const { paymentIntents, refunds } = sandbox.stripe;
    const { id } = await sandbox.createIntent();
    const cancel = () => paymentIntents.cancel(id, {}, { idempotencyKey: 'cancel-1' });
    await Promise.all([cancel(), cancel(), cancel()]);
    await expect(paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 });
    expect(await typesOf(sandbox)).toEqual(['payment_intent.canceled']);
  });

  test('lists events by type and time, in pages', async ({ sandbox }) => {
    const { events } = sandbox.stripe;
    await createPaidIntent(sandbox);
    await createPaidIntent(sandbox);
    const then = Math.floor(sandbox.time.now / 1000);
    sandbox.time.now += 60_000;
    await sandbox.pay();
    const types = ['payment_intent.payment_failed', 'charge.refunded'];
    expect(await typesOf(sandbox, { types })).toEqual(Array(2).fill('payment_intent.payment_failed'));
    expect(await typesOf(sandbox, { types: ['invoice.paid'] })).toEqual([]);
    expect(await typesOf(sandbox, { created: { gte: then + 1 } })).toEqual(['payment_intent.succeeded']);
    expect(await typesOf(sandbox, { created: { gte: then, lt: then + 1 } })).toHaveLength(4);
    const all = (await events.list({ limit: 100 })).data.map(({ id }) => id);
    const paged: string[] = [];
    for await (const { id } of events.list({ limit: 2 })) paged.push(id);
    expect([paged, new Set(paged).size]).toEqual([all, 5]);
  });

  test('stores events for thirty days', async ({ sandbox }) => {
    await sandbox.pay();
    sandbox.time.now += days(30);
    await sandbox.pay();
    await sandbox.runJob('delete-old-sandbox-events');
    expect(await typesOf(sandbox)).toHaveLength(2);
    sandbox.time.now += 1000;
    await sandbox.runJob('delete-old-sandbox-events');
    expect(await typesOf(sandbox)).toHaveLength(1);
  });

  test('sends signed events to our own endpoint', async ({ sandbox }) => {
    const { stripe, outbox, sent } = sandbox;
    const { id } = await sandbox.pay();
    await stripe.refunds.create({ payment_intent: id });
    await sandbox.pay('4000000000000002').catch(() => {});
    await stripe.paymentIntents.cancel((await sandbox.createIntent()).id);
    await sandbox.testBank.rejectRefunds(id);
    expect(await outbox.deliver()).toBe(5);
    const events = sent.map(({ payload, signature }) => read(sandbox, payload, signature));
    const payments = ['canceled', 'payment_failed', 'succeeded'].map((step) => `payment_intent.${step}`);
    const types = events.map(({ type }) => type).sort();
    expect(types).toEqual(['charge.refunded', ...payments, 'refund.failed']);
    expect(new Set(sent.map(({ url }) => url))).toEqual(
      new Set(['http://localhost:3000/api/stripe/webhook']),
    );
    const { data } = await stripe.events.list();
    for (const event of events)
      expect(data).toContainEqual(expect.objectContaining({ ...event, pending_webhooks: 0 }));
    expect(await outbox.deliver()).toBe(0);
  });

  test('retries a failed delivery with a new signature', async ({ sandbox }) => {
    const { outbox, sent, endpoint, time } = sandbox;
    await sandbox.pay();
    for (const status of [500, 303, 404]) {
      endpoint.status = status;
      expect([await outbox.deliver(), await outbox.deliver()]).toEqual([0, 0]);
      time.now += seconds(60);
    }
    expect(sent).toHaveLength(3);
    expect(await sandbox.rows('cards_events')).toMatchObject([{ pending_webhooks: 1 }]);
    endpoint.status = 204;
    time.now += seconds(3600);
    expect(await outbox.deliver()).toBe(1);
    expect(new Set(sent.map(({ signature }) => signature)).size).toBe(4);
    expect(new Set(sent.map(({ payload }) => payload)).size).toBe(1);
    expect(read(sandbox, sent[3]?.payload, sent[3]?.signature).type).toBe('payment_intent.succeeded');
  });

  test('gives up after three days', async ({ sandbox }) => {
    await sandbox.pay();
    sandbox.time.now += days(3) + 1;
    expect(await sandbox.outbox.deliver()).toBe(1);
    expect(sandbox.sent).toEqual([]);
  });
});

/** As a socket does, keeps requests, whose signals are lost when they are collected. */
const pendingRequests: Request[] = [];

test('times out after a few seconds when the endpoint does not respond', async ({ sandbox }) => {
  await sandbox.pay();
  const [event] = await sandbox.rows('cards_events');
  const deliver = createDelivery({
    db: sandbox.database.withTables(),
    clock: () => sandbox.time.now,
    secret: sandbox.webhookSecret,
    endpoint: {
      url: 'http://localhost:3000/never',
      fetch: (request) => {
        pendingRequests.push(request);
        const { signal } = request;
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      },
    },
  });
  await expect(deliver({ eventId: event?.id ?? '' })).rejects.toMatchObject({ name: 'TimeoutError' });
}, 60_000);
