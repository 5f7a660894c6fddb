import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbox } from '#platform/jobs/outbox.ts';
import { testLog } from '#platform/testing/log-collector.ts';
import { seconds } from '#platform/time.ts';
import { createTestBank } from '#providers/card-sandbox/testing/bank.ts';
import { listPaymentsToDecide } from '#server/features/payments/operator.ts';
import {
  addAppointment,
  createPaymentIntent,
  createTestApp,
  daysFromNow,
  intentOf,
  type Member,
  payByCard,
  type TestApp,
} from './test-app.ts';

let app: TestApp;
const logged: string[] = [];
beforeAll(async () => {
  app = await createTestApp({}, testLog({ onLine: (line) => logged.push(line) }));
});
afterAll(() => app[Symbol.asyncDispose]());

const confirm = (member: Member, id: string, transactionId: string, appointmentId = id) =>
  app.callApi(member, 'PUT', `/appointments/${id}`, { appointmentId, transactionId });

/** Returns an appointment as its member sees it. */
const readAppointment = async (member: Member, id: string) =>
  (await app.callApi(member, 'GET', `/appointments/${id}`)).body;

/** Creates an appointment paid by card, without the browser's confirmation to the server. */
async function payUnconfirmed() {
  const member = await app.register();
  const id = await addAppointment(app, member);
  const clientSecret = await createPaymentIntent(app, member, id);
  expect(await payByCard(app, clientSecret)).toMatchObject({ status: 'succeeded' });
  const transaction = async () => (await readAppointment(member, id)).transactionId;
  return { id, clientSecret, transaction };
}

/** Delivers an event signed `sentAgo` seconds ago. `sent`: the payload if it was changed on the way. */
async function deliver(payload: string, sentAgo = 0, sent = payload) {
  const time = Math.floor(Date.now() / 1000) - sentAgo;
  const secret = await app.secret('cards-webhook-secret');
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex');
  const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
  const response = await app.send('POST', '/api/stripe/webhook', { body: sent, headers });
  return [response.status, await response.json()];
}

test('[API-09] [API-10] pays an appointment by card, once', async () => {
  const member = await app.register();
  const id = await addAppointment(app, member);
  const clientSecret = await createPaymentIntent(app, member, id);
  expect(await createPaymentIntent(app, member, id)).toBe(clientSecret);
  const transactionId = intentOf(clientSecret);

  expect((await confirm(member, id, transactionId)).status).toBe(402);
  expect(await payByCard(app, clientSecret)).toMatchObject({ status: 'succeeded' });
  expect(await confirm(member, id, transactionId)).toEqual({
    status: 200,
    body: { acknowledged: true, modifiedCount: 1 },
  });
  expect(await confirm(member, id, transactionId)).toEqual({
    status: 200,
    body: { acknowledged: true, modifiedCount: 0 },
  });
  expect((await readAppointment(member, id)).transactionId).toBe(transactionId);

  expect((await app.callApi(member, 'DELETE', `/appointments/${id}`)).status).toBe(409);
  expect((await app.callApi(member, 'PATCH', `/appointments/${id}`, { date: daysFromNow(9) })).status).toBe(
    409,
  );
  const again = await app.callApi(member, 'POST', '/create-payment-intent', { price: 5, appointmentId: id });
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'already-paid' } } });
});

test('[API-09] rejects unknown, foreign and mismatched payments', async () => {
  const [member, stranger] = [await app.register(), await app.register()];
  const [first, second] = [
    await addAppointment(app, member),
    await addAppointment(app, member, { date: daysFromNow(8) }),
  ];
  const clientSecret = await createPaymentIntent(app, member, first);
  await payByCard(app, clientSecret);
  const paidIntent = intentOf(clientSecret);

  expect((await confirm(member, first, 'pi_unknown')).status).toBe(402);
  expect((await confirm(member, first, '../../refunds')).status).toBe(402);
  expect((await confirm(member, first, paidIntent, second)).status).toBe(422);
  expect((await confirm(member, second, paidIntent)).status).toBe(409);
  expect((await confirm(stranger, first, paidIntent)).status).toBe(404);
  expect((await confirm(member, 'unknown', paidIntent)).status).toBe(404);
  expect((await confirm(member, first, '')).status).toBe(422);
  expect(await readAppointment(member, first)).not.toHaveProperty('transactionId');
});

test.each([
  [{ price: 1 }, 422],
  [{ price: '5' }, 422],
  [{ price: 5, appointmentId: undefined }, 422],
  [{ appointmentId: 'unknown' }, 404],
])('[API-10] rejects an intent for %j', async (changes, status) => {
  const member = await app.register();
  const json = { price: 5, appointmentId: await addAppointment(app, member), ...changes };
  expect((await app.callApi(member, 'POST', '/create-payment-intent', json)).status).toBe(status);
});

test("[API-10] creates no charge for another member's appointment or without a token", async () => {
  const [owner, stranger] = [await app.register(), await app.register()];
  const json = { price: 5, appointmentId: await addAppointment(app, owner) };
  expect((await app.callApi(stranger, 'POST', '/create-payment-intent', json)).status).toBe(404);
  expect((await app.callApi(undefined, 'POST', '/create-payment-intent', json)).status).toBe(401);
});

test.each([
  ['unsigned', {}],
  ['badly signed', { 'stripe-signature': 't=1,v1=00' }],
])('responds 400 to an event that is %s', async (_, headers) => {
  const body = JSON.stringify({ type: 'payment_intent.succeeded' });
  const response = await app.send('POST', '/api/stripe/webhook', { body, headers });
  expect([response.status, await response.json()]).toMatchObject([400, { error: { code: 'bad-signature' } }]);
});

describe('a signed event of the card provider', () => {
  const event = (clientSecret: string, id: string, changes: Record<string, unknown> = {}) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: {
        object: {
          id: intentOf(clientSecret),
          object: 'payment_intent',
          status: 'succeeded',
          amount: 500,
          currency: 'usd',
          client_secret: clientSecret,
          metadata: { appointmentId: id },
          ...changes,
        },
      },
    });

  test('is rejected with 400 when it is replayed late or changed', async () => {
    const { id, clientSecret, transaction } = await payUnconfirmed();
    const late = await deliver(event(clientSecret, id), 3600);
    const changed = await deliver(event(clientSecret, 'another'), 0, event(clientSecret, id));
    expect([late, changed]).toMatchObject([
      [400, { error: { code: 'bad-signature' } }],
      [400, { error: { code: 'bad-signature' } }],
    ]);
    expect(await transaction()).toBeUndefined();
  });

  test.each([
    ['an invalid id', { id: { evil: true } }, {}],
    ['no id', { id: undefined }, {}],
    ['an intent without an id', {}, { id: null }],
    ['an appointment that is an object', {}, { metadata: { appointmentId: { evil: true } } }],
    ['an appointment with a zero character', {}, { metadata: { appointmentId: 'a\0b' } }],
    ['another amount', {}, { amount: 100 }],
    ['no appointment', {}, { metadata: {} }],
    ['another object', { data: { object: { object: 'charge' } } }, {}],
    ['an amount as text', {}, { amount: '500' }],
    ['a fractional amount', {}, { amount: 500.5 }],
    ['a whole intent in place of its id', {}, { id: { id: 'pi_1', object: 'payment_intent' } }],
  ])('is accepted without effect with %s', async (_, top, intent) => {
    const { id, clientSecret, transaction } = await payUnconfirmed();
    const invalid = { ...JSON.parse(event(clientSecret, id, intent)), ...top };
    expect(await deliver(JSON.stringify(invalid))).toEqual([200, { received: true }]);
    expect(await transaction()).toBeUndefined();
  });

  test('is rejected with 413 when it is too large', async () => {
    expect((await deliver('x'.repeat(300_000)))[0]).toBe(413);
  });
});

describe('events of the card provider', () => {
  type RequiresAction = { status: string; next_action: { use_stripe_sdk: { stripe_js: string } } };

  test('records nothing for a declined card, and a payment from its event alone', async () => {
    const member = await app.register();
    const id = await addAppointment(app, member);
    const clientSecret = await createPaymentIntent(app, member, id);
    await payByCard(app, clientSecret, '4000000000000002');
    await app.runJob('deliver-messages');
    expect(await readAppointment(member, id)).not.toHaveProperty('transactionId');
    expect(await payByCard(app, clientSecret)).toMatchObject({ status: 'succeeded' });
    await app.runJob('deliver-messages');
    expect((await readAppointment(member, id)).transactionId).toBe(intentOf(clientSecret));
  });

  test('records a payment with authentication once the card owner has accepted', async () => {
    const member = await app.register();
    const id = await addAppointment(app, member);
    const clientSecret = await createPaymentIntent(app, member, id);
    const confirmation = (await payByCard(
      app,
      clientSecret,
      '4000002760003184',
    )) as unknown as RequiresAction;
    expect(confirmation).toMatchObject({ status: 'requires_action' });
    const page = new URL(confirmation.next_action.use_stripe_sdk.stripe_js);
    expect(page.origin).toBe(app.config.publicUrl);
    await app.runJob('deliver-messages');
    expect(await readAppointment(member, id)).not.toHaveProperty('transactionId');
    const body = new URLSearchParams({ answer: 'accepted' });
    expect((await app.send('POST', page.pathname, { body })).status).toBe(200);
    await app.runJob('deliver-messages');
    expect((await readAppointment(member, id)).transactionId).toBe(intentOf(clientSecret));
  });
});

describe('refunds and disputes', () => {
  /** Delivers the events that are due within ten seconds. */
  async function deliverEvents(): Promise<void> {
    app.time.offsetMs += seconds(10);
    for (let round = 0; round < 3; round += 1) await app.runJob('deliver-messages');
  }

  async function pay(member: Member) {
    const appointmentId = await addAppointment(app, member);
    const clientSecret = await createPaymentIntent(app, member, appointmentId);
    await payByCard(app, clientSecret);
    await deliverEvents();
    return { appointmentId, intent: intentOf(clientSecret) };
  }

  /** Refunds as an operator does on the card provider's site. */
  async function refund(intent: string): Promise<void> {
    const body = new URLSearchParams({ payment_intent: intent });
    const token = await app.secret('cards-secret-key');
    const response = await app.send('POST', '/cards/v1/refunds', { body, token });
    expect(response.status).toBe(200);
  }

  const subjectsTo = ({ email }: Member) =>
    app.emailsTo(email).map((text) => /^Subject: (.*)$/m.exec(text)?.[1]);

  test('[PAY-03] shows receipt data and a refund made at the provider, and sends an email about both', async () => {
    const member = await app.registerConfirmed();
    const { appointmentId, intent } = await pay(member);
    const before = await readAppointment(member, appointmentId);
    expect(before).toMatchObject({ transactionId: intent, payment: { amount: 500, currency: 'usd' } });
    expect(before).not.toHaveProperty('refunded');
    expect(Date.parse(before.payment?.paidAt ?? '')).toBeGreaterThan(Date.now() - seconds(60));

    await refund(intent);
    await deliverEvents();
    const after = await readAppointment(member, appointmentId);
    expect(after).toMatchObject({ transactionId: intent, refunded: true });
    expect(Date.parse(after.payment?.refundedAt ?? '')).toBeGreaterThan(Date.now() - seconds(60));
    expect(subjectsTo(member).sort()).toEqual([
      'Confirm your email address for Blood Buddies',
      'Your receipt from Blood Buddies',
      'Your refund from Blood Buddies is on its way',
    ]);

    const remove = await app.callApi(member, 'DELETE', `/appointments/${appointmentId}`);
    expect(remove.status).toBe(409);
  });

  test('reports a dispute to the operator and keeps the appointment paid', async () => {
    const member = await app.register();
    const { appointmentId, intent } = await pay(member);
    const db = await app.openDatabase();
    const { clock } = app;
    await createTestBank({ db, clock, outbox: createOutbox({ db, clock }) }).dispute(intent);
    await deliverEvents();
    const row = await readAppointment(member, appointmentId);
    expect(row).toMatchObject({ transactionId: intent });
    expect(row).not.toHaveProperty('refunded');
    const line = logged.find((text) => text.includes(intent));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 50, kind: 'disputed', intentId: intent });
    const metrics = await (await app.metrics.request('/metrics')).text();
    expect(metrics).toContain('payments_undecided{kind="disputed"} 1');
    expect(await listPaymentsToDecide(db)).toContain(intent);
    await db.destroy();
  });
});
