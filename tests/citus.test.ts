import { expect, onTestFinished, test } from 'vitest';
import { createDistributedDatabase, runSql } from '#server/testing/distributed-database.ts';
import { addAppointment, createTestApp, daysFromNow, payByCard, requestAppointment } from './test-app.ts';

async function createDistributedApp() {
  const { url, drop } = await createDistributedDatabase();
  const app = await createTestApp({ DATABASE_URL: url, SECRET_KEY: 'a key of this test alone' });
  onTestFinished(async () => {
    await app[Symbol.asyncDispose]();
    await drop();
  });
  return { app, url };
}

test('books, moves, pays, exports and deletes an account on distributed tables', async () => {
  const { app, url } = await createDistributedApp();
  const member = await app.register();
  const headers = { 'Idempotency-Key': 'once' };
  const responses = await Promise.all(
    Array.from({ length: 8 }, () => requestAppointment(app, member, {}, { headers })),
  );
  const ids = await Promise.all(responses.map(async (response) => (await response.json()).insertedId));
  expect(new Set(ids).size).toBe(1);
  const [id] = ids;
  expect((await (await requestAppointment(app, member)).json()).success).toBe(false);
  const unpaid = await addAppointment(app, member, { date: daysFromNow(8) });
  expect(
    (await app.callApi(member, 'PATCH', `/appointments/${unpaid}`, { date: daysFromNow(9) })).body,
  ).toEqual({
    success: true,
  });

  const charge = () => app.callApi(member, 'POST', '/create-payment-intent', { price: 5, appointmentId: id });
  const secrets = await Promise.all(Array.from({ length: 8 }, charge));
  const { clientSecret } = secrets[0]?.body ?? {};
  expect(new Set(secrets.map(({ body }) => body.clientSecret)).size).toBe(1);
  await payByCard(app, clientSecret);
  const transactionId = clientSecret.split('_secret_')[0];
  const paid = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.callApi(member, 'PUT', `/appointments/${id}`, { appointmentId: id, transactionId }),
    ),
  );
  expect(paid.every(({ status }) => status === 200)).toBe(true);
  // The provider's webhook may have been faster.
  expect(paid.filter(({ body }) => body.modifiedCount === 1).length).toBeLessThanOrEqual(1);
  expect((await app.callApi(member, 'GET', `/appointments/${id}`)).body.transactionId).toBe(transactionId);

  const exported = (await app.callApi(member, 'GET', '/user/export')).body;
  expect(exported.appointments).toHaveLength(2);
  const otherSession = await app.signIn(member.email);
  expect((await app.callApi(otherSession, 'DELETE', '/session')).status).toBe(204);
  expect((await app.callApi(member, 'DELETE', '/user')).status).toBe(204);
  const rows = await runSql(url, 'select id, email, user_id, transaction_id from appointments');
  expect(rows).toEqual([
    { id, email: '', user_id: expect.stringMatching(/^removed-/), transaction_id: transactionId },
  ]);
});

test('runs every job on distributed tables, also long afterwards', async () => {
  const { app, url } = await createDistributedApp();
  const member = await app.register();
  const id = await addAppointment(app, member);
  await app.callApi(member, 'POST', '/create-payment-intent', { price: 5, appointmentId: id });
  const countSessions = async () => (await runSql(url, 'select * from identity_session')).length;
  expect(await countSessions()).toBe(1);
  await app.callApi(member, 'DELETE', '/user');
  for (const days of [0, 2, 800]) {
    app.time.offsetMs += days * 86_400_000;
    for (const { name } of app.jobs) await app.runJob(name);
  }
  expect(await countSessions()).toBe(0);
  expect(await runSql(url, 'select * from identity_refresh_token')).toEqual([]);
  expect(await runSql(url, 'select status from charges')).toEqual([{ status: 'canceled' }]);
});
