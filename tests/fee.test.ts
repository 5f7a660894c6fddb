import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SiteGroups } from '#contract/site-content.ts';
import {
  addAppointment,
  createTestApp,
  intentOf,
  type Member,
  payByCard,
  requestAppointment,
  type TestApp,
} from './test-app.ts';

let app: TestApp;
let member: Member;
beforeAll(async () => {
  app = await createTestApp();
  member = await app.register();
});
afterAll(() => app[Symbol.asyncDispose]());

/** Publishes the fee without an owner's second factor. */
function publishFee(fee: SiteGroups['fee']): void {
  using database = app.openSqlite();
  database
    .prepare(
      `insert into content (kind, id, position, revision, published, updated_at) values ('fee', 'site', 0, 1, ?, 1)
       on conflict (kind, id) do update set published = excluded.published`,
    )
    .run(JSON.stringify(fee));
}

const openPayment = (price: number, appointmentId: string) =>
  app.callApi(member, 'POST', '/create-payment-intent', { price, appointmentId });

test('a donor pays the fee of the appointment in its currency, even after the owner changed it', async () => {
  publishFee({ amount: 1000, currency: 'xof' });
  const id = await addAppointment(app, member, { date: '2026-12-20' });
  publishFee({ amount: 2000, currency: 'xof' });
  expect((await openPayment(5, id)).status).toBe(422);
  expect((await openPayment(2000, id)).status).toBe(422);
  const opened = await openPayment(1000, id);
  expect(opened.status).toBe(200);
  const { clientSecret } = opened.body as { clientSecret: string };
  await payByCard(app, clientSecret);
  const transactionId = intentOf(clientSecret);
  const confirmed = await app.callApi(member, 'PUT', `/appointments/${id}`, {
    appointmentId: id,
    transactionId,
  });
  expect(confirmed.body).toEqual({ acknowledged: true, modifiedCount: 1 });
  expect((await app.callApi(member, 'GET', `/appointments/${id}`)).body).toMatchObject({
    fee: { amount: 1000, currency: 'xof' },
    payment: { amount: 1000, currency: 'xof' },
  });
});

test('without a fee, an appointment needs no payment, and nothing about it names one', async () => {
  publishFee(null);
  const response = await requestAppointment(app, member, { date: '2026-12-21' });
  const { insertedId } = (await response.json()) as { insertedId: string };
  const { status, body } = await openPayment(5, insertedId);
  expect([status, body.error.code]).toEqual([409, 'no-fee']);
  const { body: appointment } = await app.callApi(member, 'GET', `/appointments/${insertedId}`);
  expect(JSON.stringify(appointment)).not.toMatch(/paid|pay|usd|charge|amount/i);
  const calendar = await app.send('GET', `/api/appointments/${insertedId}/calendar.ics`, {
    token: member.token,
  });
  expect(await calendar.text()).not.toMatch(/\bpay|paid|\$|charge/i);
});
