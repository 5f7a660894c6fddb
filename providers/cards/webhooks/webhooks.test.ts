import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { days, seconds } from '#platform/time.ts';
import { CHANGES_AFTER } from '../refunds/later.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';
import { createDelivery } from './deliver.ts';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/** The events that came to the endpoint, each read and checked as the server does it. */
const received = ({ stripe, sent, webhookSecret, time }: Sandbox) =>
  sent.map(({ payload, signature }) =>
    stripe.webhooks.constructEvent(payload, signature, webhookSecret, 300, undefined, time.now / 1000),
  );

async function pay({ createIntent, createMethod, stripe }: Sandbox, number = '4242424242424242') {
  const { id } = await createIntent();
  const { id: payment_method } = await createMethod(number);
  await stripe.paymentIntents.confirm(id, { payment_method }).catch(() => {});
  return id;
}

onBothDatabases([cardsMigrations], (open) => {
  test('five types are sent, signed, to our own endpoint', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe, outbox, time, runJob } = sandbox;
    const id = await pay(sandbox, '4000000000005126');
    await stripe.refunds.create({ payment_intent: id });
    await pay(sandbox, '4000000000000002');
    await stripe.paymentIntents.cancel((await sandbox.createIntent()).id);
    time.now += CHANGES_AFTER;
    await runJob('cards-refunds');
    expect(await outbox.deliver()).toBe(5);
    const events = received(sandbox);
    expect(events.map(({ type }) => type).sort()).toEqual([
      'charge.refunded',
      'payment_intent.canceled',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'refund.failed',
    ]);
    expect(new Set(sandbox.sent.map(({ url }) => url))).toEqual(
      new Set(['http://localhost:3000/api/stripe/webhook']),
    );
    for (const event of events) {
      const kept = await stripe.events.retrieve(event.id);
      expect(kept).toMatchObject({ ...event, pending_webhooks: 0 });
    }
    expect(await outbox.deliver()).toBe(0);
  });

  test('an endpoint that fails is tried again, with a signature of its own time', async () => {
    await using sandbox = await openSandbox(open);
    const { outbox, sent, endpoint, time } = sandbox;
    await pay(sandbox);
    for (const status of [500, 303, 404]) {
      endpoint.status = status;
      expect(await outbox.deliver()).toBe(0);
      expect(await outbox.deliver()).toBe(0);
      time.now += seconds(60);
    }
    expect(sent).toHaveLength(3);
    expect((await sandbox.stripe.events.list({ delivery_success: false })).data).toHaveLength(1);
    endpoint.status = 204;
    time.now += seconds(3600);
    expect(await outbox.deliver()).toBe(1);
    expect(new Set(sent.map(({ signature }) => signature)).size).toBe(4);
    expect(new Set(sent.map(({ payload }) => payload)).size).toBe(1);
    sandbox.sent.splice(0, 3);
    expect(received(sandbox)).toHaveLength(1);
  });

  test('what could not be delivered for three days is given up', async () => {
    await using sandbox = await openSandbox(open);
    await pay(sandbox);
    sandbox.time.now += days(3) + 1;
    expect(await sandbox.outbox.deliver()).toBe(1);
    expect(sandbox.sent).toEqual([]);
  });
});

test('an endpoint that does not answer is left after a few seconds', { timeout: 10_000 }, async () => {
  await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
  await pay(sandbox);
  const [event] = (await sandbox.stripe.events.list({ type: 'payment_intent.succeeded' })).data;
  const deliver = createDelivery({
    db: sandbox.database.withTables(),
    clock: () => sandbox.time.now,
    secret: sandbox.webhookSecret,
    endpoint: {
      url: 'http://localhost:3000/never',
      fetch: ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
  });
  await expect(deliver({ eventId: event?.id ?? '' })).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('a wrong signature is none', async () => {
  await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
  await pay(sandbox);
  await sandbox.outbox.deliver();
  const [{ payload, signature } = { payload: '', signature: '' }] = sandbox.sent;
  const read = (secret: string, body = payload) =>
    sandbox.stripe.webhooks.constructEvent(body, signature, secret, 300, undefined, sandbox.time.now / 1000);
  expect(read(sandbox.webhookSecret).type).toBe('payment_intent.succeeded');
  expect(() => read('whsec_other')).toThrow(Stripe.errors.StripeSignatureVerificationError);
  expect(() => read(sandbox.webhookSecret, payload.replace('500', '501'))).toThrow(
    Stripe.errors.StripeSignatureVerificationError,
  );
});
