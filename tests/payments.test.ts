import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAppointment, dayAhead, type Member, openTestHouse, payByCard, type TestHouse } from './house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

async function send(member: Member, method: string, path: string, json?: unknown) {
  const answer = await house.send(method, path, { token: member.token, json });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function openCharge(member: Member, appointmentId: string): Promise<string> {
  const { body } = await send(member, 'POST', '/api/create-payment-intent', { price: 5, appointmentId });
  return String(body.clientSecret);
}

const confirm = (member: Member, id: string, transactionId: string, appointmentId = id) =>
  send(member, 'PUT', `/api/appointments/${id}`, { appointmentId, transactionId });

const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

test('[API-09] [API-10] a card pays an appointment, once', async () => {
  const member = await house.register();
  const id = await addAppointment(house, member);
  const clientSecret = await openCharge(member, id);
  expect(await openCharge(member, id)).toBe(clientSecret);
  const transactionId = intentOf(clientSecret);

  expect((await confirm(member, id, transactionId)).status).toBe(402);
  expect(await payByCard(house, clientSecret)).toMatchObject({ status: 'succeeded' });
  expect(await confirm(member, id, transactionId)).toEqual({
    status: 200,
    body: { acknowledged: true, modifiedCount: 1 },
  });
  expect(await confirm(member, id, transactionId)).toEqual({
    status: 200,
    body: { acknowledged: true, modifiedCount: 0 },
  });
  expect((await send(member, 'GET', `/api/appointments/${id}`)).body.transactionId).toBe(transactionId);

  expect((await send(member, 'DELETE', `/api/appointments/${id}`)).status).toBe(409);
  expect((await send(member, 'PATCH', `/api/appointments/${id}`, { date: dayAhead(9) })).status).toBe(409);
  const again = await send(member, 'POST', '/api/create-payment-intent', { price: 5, appointmentId: id });
  expect(again).toMatchObject({ status: 409, body: { error: { code: 'already-paid' } } });
});

test('a declined card leaves the charge open for another', async () => {
  const member = await house.register();
  const id = await addAppointment(house, member);
  const clientSecret = await openCharge(member, id);
  const declined = await payByCard(house, clientSecret, '4000000000000002');
  expect(declined).toMatchObject({ status: 402, error: { type: 'card_error', code: 'card_declined' } });
  expect(await openCharge(member, id)).toBe(clientSecret);
  expect(await payByCard(house, clientSecret)).toMatchObject({ status: 'succeeded' });
});

test('[API-09] what does not pay: unknown, foreign, mismatched', async () => {
  const [member, stranger] = [await house.register(), await house.register()];
  const [first, second] = [
    await addAppointment(house, member),
    await addAppointment(house, member, { date: dayAhead(8) }),
  ];
  const clientSecret = await openCharge(member, first);
  await payByCard(house, clientSecret);
  const paidIntent = intentOf(clientSecret);

  expect((await confirm(member, first, 'pi_unknown')).status).toBe(402);
  expect((await confirm(member, first, '../../refunds')).status).toBe(402);
  expect((await confirm(member, first, paidIntent, second)).status).toBe(422);
  expect((await confirm(member, second, paidIntent)).status).toBe(409);
  expect((await confirm(stranger, first, paidIntent)).status).toBe(404);
  expect((await confirm(member, 'unknown', paidIntent)).status).toBe(404);
  expect((await confirm(member, first, '')).status).toBe(422);
  expect((await send(member, 'GET', `/api/appointments/${first}`)).body).not.toHaveProperty('transactionId');
});

test.each([
  [{ price: 1 }, 422],
  [{ price: '5' }, 422],
  [{ price: 5, appointmentId: undefined }, 422],
  [{ appointmentId: 'unknown' }, 404],
])('[API-10] an intent for %j is refused', async (changes, status) => {
  const member = await house.register();
  const json = { price: 5, appointmentId: await addAppointment(house, member), ...changes };
  expect((await send(member, 'POST', '/api/create-payment-intent', json)).status).toBe(status);
});

test("[API-10] nobody opens the charge of another's appointment, nor without a token", async () => {
  const [owner, stranger] = [await house.register(), await house.register()];
  const json = { price: 5, appointmentId: await addAppointment(house, owner) };
  expect((await send(stranger, 'POST', '/api/create-payment-intent', json)).status).toBe(404);
  expect((await house.send('POST', '/api/create-payment-intent', { json })).status).toBe(401);
});

test('a browser that never comes back: the reconciler finds the charge', async () => {
  const member = await house.register();
  const id = await addAppointment(house, member);
  const clientSecret = await openCharge(member, id);
  await payByCard(house, clientSecret);
  house.time.ahead += 25_000;
  await house.runJob('reconcile payments');
  expect((await send(member, 'GET', `/api/appointments/${id}`)).body.transactionId).toBe(
    intentOf(clientSecret),
  );
});

test('cancelling ends the open charge first, so that nobody pays for nothing', async () => {
  const member = await house.register();
  const id = await addAppointment(house, member);
  const clientSecret = await openCharge(member, id);
  expect((await send(member, 'DELETE', `/api/appointments/${id}`)).body.deletedCount).toBe(1);
  expect(await payByCard(house, clientSecret)).toMatchObject({ status: 400 });
});

test('money that came before the cancellation keeps the appointment', async () => {
  const member = await house.register();
  const id = await addAppointment(house, member);
  const clientSecret = await openCharge(member, id);
  await payByCard(house, clientSecret);
  expect((await send(member, 'DELETE', `/api/appointments/${id}`)).status).toBe(409);
  expect((await send(member, 'GET', `/api/appointments/${id}`)).body.transactionId).toBe(
    intentOf(clientSecret),
  );
});

test.each([
  ['unsigned', {}],
  ['badly signed', { 'stripe-signature': 't=1,v1=00' }],
])('an event that is %s is 400', async (_, headers) => {
  const body = JSON.stringify({ type: 'payment_intent.succeeded' });
  const answer = await house.send('POST', '/api/stripe/webhook', { body, headers });
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { code: 'bad-signature' } }]);
});

describe('an event that the card provider has signed', () => {
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

  async function deliver(payload: string, sentAgo = 0, sent = payload) {
    const time = Math.floor(Date.now() / 1000) - sentAgo;
    const signature = createHmac('sha256', await house.secret('cards-webhook-secret'))
      .update(`${time}.${payload}`)
      .digest('hex');
    const headers = { 'stripe-signature': `t=${time},v1=${signature}` };
    const answer = await house.send('POST', '/api/stripe/webhook', { body: sent, headers });
    return [answer.status, await answer.json()];
  }

  async function paidUnseen() {
    const member = await house.register();
    const id = await addAppointment(house, member);
    const clientSecret = await openCharge(member, id);
    await payByCard(house, clientSecret);
    const transaction = async () => (await send(member, 'GET', `/api/appointments/${id}`)).body.transactionId;
    return { id, clientSecret, transaction };
  }

  test('pays, once however often it comes', async () => {
    const { id, clientSecret, transaction } = await paidUnseen();
    for (let n = 0; n < 3; n++) {
      expect(await deliver(event(clientSecret, id))).toEqual([200, { received: true }]);
    }
    expect(await transaction()).toBe(intentOf(clientSecret));
  });

  test('is 400 when it is replayed late or changed on its way', async () => {
    const { id, clientSecret, transaction } = await paidUnseen();
    const late = await deliver(event(clientSecret, id), 3600);
    const changed = await deliver(event(clientSecret, 'another'), 0, event(clientSecret, id));
    expect([late, changed]).toMatchObject([
      [400, { error: { code: 'bad-signature' } }],
      [400, { error: { code: 'bad-signature' } }],
    ]);
    expect(await transaction()).toBeUndefined();
  });

  test('pays nothing when the amount or the appointment is none of ours', async () => {
    const { id, clientSecret, transaction } = await paidUnseen();
    expect((await deliver(event(clientSecret, id, { amount: 100 })))[0]).toBe(200);
    expect((await deliver(event(clientSecret, id, { metadata: {} })))[0]).toBe(200);
    expect(
      (await deliver(JSON.stringify({ object: 'event', data: { object: { object: 'charge' } } })))[0],
    ).toBe(200);
    expect(await transaction()).toBeUndefined();
  });

  test.each([
    ['an id that is none', { id: { evil: true } }, {}],
    ['no id', { id: undefined }, {}],
    ['an intent without an id', {}, { id: null }],
    ['an appointment that is an object', {}, { metadata: { appointmentId: { evil: true } } }],
    ['an appointment with a zero character', {}, { metadata: { appointmentId: 'a\0b' } }],
    ['money that is a text', {}, { amount: '500' }],
    ['money that is not whole', {}, { amount: 500.5 }],
    ['a whole intent in place of its id', {}, { id: { id: 'pi_1', object: 'payment_intent' } }],
  ])('is taken and changes nothing with %s', async (_, top, intent) => {
    const { id, clientSecret, transaction } = await paidUnseen();
    const odd = { ...JSON.parse(event(clientSecret, id, intent)), ...top };
    expect(await deliver(JSON.stringify(odd))).toEqual([200, { received: true }]);
    expect(await transaction()).toBeUndefined();
  });

  test('is 413 when it is too large to be one', async () => {
    expect((await deliver('x'.repeat(300_000)))[0]).toBe(413);
  });
});
