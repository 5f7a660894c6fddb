import { expect, onTestFinished, test } from 'vitest';
import { createDistributedDatabase, runSql } from '#server/testing/distributed-database.ts';
import {
  addAppointment,
  createTestApp,
  daysFromNow,
  type Member,
  payByCard,
  requestAppointment,
} from './test-app.ts';

async function openSpreadHouse() {
  const { url, drop } = await createDistributedDatabase();
  const app = await createTestApp({ DATABASE_URL: url, SECRET_KEY: 'a key of this test alone' });
  onTestFinished(async () => {
    await app[Symbol.asyncDispose]();
    await drop();
  });
  const ask = async (member: Member, method: string, path: string, json?: unknown) => {
    const answer = await app.send(method, path, { json, token: member.token });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : undefined };
  };
  return { app, url, ask };
}

test('the whole house runs on tables that are spread: booking, moving, paying, exporting, leaving', async () => {
  const { app, url, ask } = await openSpreadHouse();
  const member = await app.register();
  const headers = { 'Idempotency-Key': 'once' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => requestAppointment(app, member, {}, { headers })),
  );
  const ids = await Promise.all(answers.map(async (answer) => (await answer.json()).insertedId));
  expect(new Set(ids).size).toBe(1);
  const [id] = ids;
  expect((await (await requestAppointment(app, member)).json()).success).toBe(false);
  const unpaid = await addAppointment(app, member, { date: daysFromNow(8) });
  expect((await ask(member, 'PATCH', `/api/appointments/${unpaid}`, { date: daysFromNow(9) })).body).toEqual({
    success: true,
  });

  const charge = () => ask(member, 'POST', '/api/create-payment-intent', { price: 5, appointmentId: id });
  const secrets = await Promise.all(Array.from({ length: 8 }, charge));
  const { clientSecret } = secrets[0]?.body ?? {};
  expect(new Set(secrets.map(({ body }) => body.clientSecret)).size).toBe(1);
  await payByCard(app, clientSecret);
  const transactionId = clientSecret.split('_secret_')[0];
  const paid = await Promise.all(
    Array.from({ length: 20 }, () =>
      ask(member, 'PUT', `/api/appointments/${id}`, { appointmentId: id, transactionId }),
    ),
  );
  expect(paid.every(({ status }) => status === 200)).toBe(true);
  // The provider's webhook may have come first.
  expect(paid.filter(({ body }) => body.modifiedCount === 1).length).toBeLessThanOrEqual(1);
  expect((await ask(member, 'GET', `/api/appointments/${id}`)).body.transactionId).toBe(transactionId);

  const exported = (await ask(member, 'GET', '/api/user/export')).body;
  expect(exported.appointments).toHaveLength(2);
  const elsewhere = await app.signIn(member.email);
  expect((await ask(elsewhere, 'DELETE', '/api/session')).status).toBe(204);
  expect((await ask(member, 'DELETE', '/api/user')).status).toBe(204);
  const rows = await runSql(url, 'select id, email, user_id, transaction_id from appointments');
  expect(rows).toEqual([
    { id, email: '', user_id: expect.stringMatching(/^removed-/), transaction_id: transactionId },
  ]);
});

test('every job does its work there, long afterwards too', async () => {
  const { app, url, ask } = await openSpreadHouse();
  const member = await app.register();
  const id = await addAppointment(app, member);
  await ask(member, 'POST', '/api/create-payment-intent', { price: 5, appointmentId: id });
  const left = async () => (await runSql(url, 'select * from identity_session')).length;
  expect(await left()).toBe(1);
  await ask(member, 'DELETE', '/api/user');
  for (const days of [0, 2, 800]) {
    app.time.ahead += days * 86_400_000;
    for (const { name } of app.jobs) await app.runJob(name);
  }
  expect(await left()).toBe(0);
  expect(await runSql(url, 'select * from identity_refresh_token')).toEqual([]);
  expect(await runSql(url, 'select status from charges')).toEqual([{ status: 'canceled' }]);
});
