import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { days, hours } from '#platform/time.ts';
import {
  addAppointment,
  createPaymentIntent,
  createTestApp,
  type Member,
  payByCard,
  type TestApp,
  uploadPicture,
} from './test-app.ts';

/** Fakes only Date: timers continue as usual. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function createAppWithMember(): Promise<{ app: TestApp; member: Member } & AsyncDisposable> {
  const app = await createTestApp();
  return {
    app,
    member: await app.registerConfirmed(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
const listed = (app: TestApp, { email, token }: Member) =>
  app.send('GET', `/api/appointments?email=${email}`, { token });
async function addPhoto(app: TestApp, member: Member): Promise<string> {
  const img = await uploadPicture(app, member);
  const response = await app.send('POST', '/api/photo', { json: { img }, token: member.token });
  return ((await response.json()) as { insertedId: string }).insertedId;
}
const runJobs = async ({ jobs }: TestApp) => {
  for (const { run } of jobs) await run();
};

test('three days ahead: users must sign in again, and all data are kept', async () => {
  await using setup = await createAppWithMember();
  const { app, member } = setup;
  const id = await addAppointment(app, member);
  const photo = await addPhoto(app, member);
  jump(days(3));
  await runJobs(app);
  const response = await listed(app, member);
  expect(response.status).toBe(401);
  expect(await response.json()).toMatchObject({ error: { message: 'Sign in and try again.' } });
  const again = await app.signIn(member.email);
  expect(await (await listed(app, again)).json()).toMatchObject([{ _id: id }]);
  expect(await (await app.send('GET', '/api/photo')).json()).toMatchObject([{ _id: photo }]);
});

test('an hour back: tokens, bookings, payments and emails work, and a sign-out takes effect immediately', async () => {
  await using setup = await createAppWithMember();
  const { app, member } = setup;
  jump(-hours(1));
  const id = await addAppointment(app, member);
  const paid = await payByCard(app, await createPaymentIntent(app, member, id));
  const payment = { appointmentId: id, transactionId: paid.id };
  expect(
    (await app.send('PUT', `/api/appointments/${id}`, { json: payment, token: member.token })).status,
  ).toBe(200);
  await runJobs(app);
  expect(app.emails().some((email) => email.includes(paid.id))).toBe(true);
  const later = await app.signIn(member.email);
  expect((await app.send('DELETE', '/api/session', { token: later.token })).status).toBe(204);
  expect((await listed(app, later)).status).toBe(403);
  expect((await listed(app, member)).status).toBe(200);
});

test('emails and data written while the clock was ahead are delivered and visible once it is right again', async () => {
  await using setup = await createAppWithMember();
  const { app } = setup;
  jump(days(3));
  const member = await app.register();
  const json = { requestType: 'VERIFY_EMAIL', idToken: member.idToken };
  expect((await app.callIdentity('sendOobCode', json)).status).toBe(200);
  const id = await addAppointment(app, member);
  jump(-days(3));
  await runJobs(app);
  expect(app.emails().some((email) => email.includes(member.email))).toBe(true);
  expect(await (await listed(app, member)).json()).toMatchObject([{ _id: id }]);
});
