import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatLongDate, utcDay } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import { days, hours, minutes } from '#platform/time.ts';
import {
  addAppointment,
  createPaymentIntent,
  createTestApp,
  daysFromNow,
  type Member,
  payByCard,
  requestAppointment,
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
/** Runs every job once. */
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

test('bookable days follow the current clock', async () => {
  await using setup = await createAppWithMember();
  const { app, member } = setup;
  const yesterday = formatLongDate(utcDay(Date.now() - days(1)));
  jump(days(3));
  const again = await app.signIn(member.email);
  const rejected = await requestAppointment(app, again, { date: yesterday });
  expect(rejected.status).toBe(422);
  jump(-days(3));
  expect((await requestAppointment(app, again, { date: yesterday })).status).toBe(200);
  expect((await requestAppointment(app, again, { date: daysFromNow(366) })).status).toBe(200);
});

test('photos keep their order of upload while the server runs, whatever the clock does', async () => {
  await using setup = await createAppWithMember();
  const { app, member } = setup;
  const added = [await addPhoto(app, member)];
  jump(minutes(30));
  added.unshift(await addPhoto(app, member));
  jump(-hours(2));
  added.unshift(await addPhoto(app, member));
  const photos = (await (await app.send('GET', '/api/photo')).json()) as { _id: string }[];
  expect(photos.map(({ _id }) => _id)).toEqual(added);
  const ids = Array.from({ length: 50 }, (_, n) => {
    jump(n % 2 ? days(1) : -days(2));
    return newId();
  });
  expect(ids.toSorted()).toEqual(ids);
});

test('an upload in progress during a jump is rejected with a message, and works when repeated', async () => {
  await using setup = await createAppWithMember();
  const { app, member } = setup;
  const img = await uploadPicture(app, member);
  jump(days(2));
  const again = await app.signIn(member.email);
  await runJobs(app);
  const rejected = await app.send('POST', '/api/photo', { json: { img }, token: again.token });
  expect(rejected.status).toBe(422);
  expect(await rejected.json()).toMatchObject({
    error: { fields: { img: 'Upload the picture to the image host first' } },
  });
  expect(
    (
      await app.send('POST', '/api/photo', {
        json: { img: await uploadPicture(app, again) },
        token: again.token,
      })
    ).status,
  ).toBe(200);
});
