import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { onBothDatabases, openSqlite } from '#platform/testing/databases.ts';
import { days } from '#platform/time.ts';
import { cardsMigrations } from '../schema/migrations.ts';
import { openSandbox } from '../testing/sandbox.ts';
import { apiVersion } from './present.ts';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/** A paid intent, made of a refused card and then of a good one. */
async function paid(sandbox: Sandbox): Promise<string> {
  const { id } = await sandbox.createIntent('create-1');
  const refused = await sandbox.createMethod('4000000000000002');
  const good = await sandbox.createMethod('4242424242424242');
  const confirm = (payment_method: string) => sandbox.stripe.paymentIntents.confirm(id, { payment_method });
  await expect(confirm(refused.id)).rejects.toMatchObject({ statusCode: 402 });
  await confirm(good.id);
  return id;
}

const typesOf = async (sandbox: Sandbox, params: Stripe.EventListParams = {}) =>
  (await sandbox.stripe.events.list(params)).data.map(({ type }) => type);

onBothDatabases([cardsMigrations], (open) => {
  test('each step of a payment is told, newest first, with the object as it stood then', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const id = await paid(sandbox);
    await stripe.refunds.create({ payment_intent: id });
    const { data } = await stripe.events.list();
    expect(data.map(({ type }) => type)).toEqual([
      'charge.refunded',
      'refund.created',
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.payment_failed',
      'charge.failed',
      'payment_intent.created',
    ]);
    expect(data[0]).toMatchObject({
      id: expect.stringMatching(/^evt_\w{20,}$/),
      object: 'event',
      api_version: apiVersion,
      created: Math.floor(sandbox.time.now / 1000),
      livemode: false,
      pending_webhooks: 1,
      data: {
        object: { object: 'charge', payment_intent: id, refunded: true, amount_refunded: 500 },
        previous_attributes: { refunded: false, amount_refunded: 0 },
      },
    });
    expect(data[2]?.data.object).toMatchObject({
      id,
      status: 'succeeded',
      metadata: { appointmentId: 'a1' },
    });
    expect(data[4]?.data.object).toMatchObject({ id, status: 'requires_payment_method' });
    expect(data[6]).toMatchObject({
      pending_webhooks: 0,
      request: { id: expect.stringMatching(/^req_/), idempotency_key: 'create-1' },
      data: { object: { id, status: 'requires_payment_method', last_payment_error: null } },
    });
    expect(await stripe.events.retrieve(data[0]?.id ?? '')).toEqual(expect.objectContaining(data[0]));
    await expect(stripe.events.retrieve('evt_unknown')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  test('what is asked for twice is told once, and what failed is not told', async () => {
    await using sandbox = await openSandbox(open);
    const { stripe } = sandbox;
    const { id } = await sandbox.createIntent();
    const cancel = () => stripe.paymentIntents.cancel(id, {}, { idempotencyKey: 'cancel-1' });
    await Promise.all([cancel(), cancel(), cancel()]);
    await expect(stripe.paymentIntents.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 400 });
    expect(await typesOf(sandbox)).toEqual(['payment_intent.canceled', 'payment_intent.created']);
  });

  test('events are chosen by type, by time and by whether they were delivered', async () => {
    await using sandbox = await openSandbox(open);
    const { time } = sandbox;
    await paid(sandbox);
    const then = Math.floor(time.now / 1000);
    time.now += 60_000;
    await sandbox.createIntent();
    expect(await typesOf(sandbox, { type: 'charge.failed' })).toEqual(['charge.failed']);
    expect(await typesOf(sandbox, { type: 'charge.*' })).toEqual(['charge.succeeded', 'charge.failed']);
    expect(await typesOf(sandbox, { types: ['charge.failed', 'payment_intent.created'] })).toEqual([
      'payment_intent.created',
      'charge.failed',
      'payment_intent.created',
    ]);
    expect(await typesOf(sandbox, { type: 'invoice.*' })).toEqual([]);
    expect(await typesOf(sandbox, { created: { gt: then } })).toEqual(['payment_intent.created']);
    expect(await typesOf(sandbox, { delivery_success: false })).toHaveLength(2);
    const both = { type: 'charge.failed', types: ['charge.failed' as const] };
    await expect(typesOf(sandbox, both)).rejects.toMatchObject({ code: 'parameters_exclusive' });
  });

  test('a list is walked through both ways, also among the events of one instant', async () => {
    await using sandbox = await openSandbox(open);
    await paid(sandbox);
    const all = (await sandbox.stripe.events.list({ limit: 100 })).data.map(({ id }) => id);
    const walked: string[] = [];
    for await (const { id } of sandbox.stripe.events.list({ limit: 2 })) walked.push(id);
    expect(walked).toEqual(all);
    const back = await sandbox.stripe.events.list({ limit: 2, ending_before: all[3] ?? '' });
    expect(back.data.map(({ id }) => id)).toEqual(all.slice(1, 3));
  });

  test('events are kept for thirty days', async () => {
    await using sandbox = await openSandbox(open);
    const sweep = () => sandbox.runJob('cards-sweep');
    await sandbox.createIntent();
    sandbox.time.now += days(30);
    await sandbox.createIntent();
    await sweep();
    expect(await typesOf(sandbox)).toHaveLength(2);
    sandbox.time.now += 1000;
    await sweep();
    expect(await typesOf(sandbox)).toHaveLength(1);
  });
});

test('no browser reads events', async () => {
  await using sandbox = await openSandbox(() => openSqlite([cardsMigrations]));
  expect((await sandbox.browser('GET', 'events', {})).status).toBe(403);
  expect((await sandbox.browser('GET', 'events/evt_1', {})).status).toBe(403);
});

test('they are written in the version of the package that the server uses', () => {
  expect(apiVersion).toBe(Stripe.API_VERSION);
});
