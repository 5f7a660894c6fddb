import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatLongDate, parseDay } from '#contract/days.ts';
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

/** The clock of the machine alone: timers go on as they are. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function openWithMember(): Promise<{ app: TestApp; who: Member } & AsyncDisposable> {
  const app = await createTestApp();
  return {
    app,
    who: await app.registerConfirmed(),
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}
const listed = (app: TestApp, { email, token }: Member) =>
  app.send('GET', `/api/appointments?email=${email}`, { token });
async function addPhoto(app: TestApp, who: Member): Promise<string> {
  const img = await uploadPicture(app, who);
  const answer = await app.send('POST', '/api/photo', { json: { img }, token: who.token });
  return ((await answer.json()) as { insertedId: string }).insertedId;
}
/** Every job once, as the site runs them. */
const runJobs = async ({ jobs }: TestApp) => {
  for (const { run } of jobs) await run();
};

test('three days ahead: whoever was signed in is asked to sign in again, and all that was answered stays', async () => {
  await using here = await openWithMember();
  const { app, who } = here;
  const id = await addAppointment(app, who);
  const photo = await addPhoto(app, who);
  jump(days(3));
  await runJobs(app);
  const answer = await listed(app, who);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { message: 'Please sign in and try again.' } });
  const again = await app.signIn(who.email);
  expect(await (await listed(app, again)).json()).toMatchObject([{ _id: id }]);
  expect(await (await app.send('GET', '/api/photo')).json()).toMatchObject([{ _id: photo }]);
});

test('an hour back: tokens go on, bookings, payments and mails work, and a sign-out counts at once', async () => {
  await using here = await openWithMember();
  const { app, who } = here;
  jump(-hours(1));
  const id = await addAppointment(app, who);
  const paid = await payByCard(app, await createPaymentIntent(app, who, id));
  const sent = { appointmentId: id, transactionId: paid.id };
  expect((await app.send('PUT', `/api/appointments/${id}`, { json: sent, token: who.token })).status).toBe(
    200,
  );
  await runJobs(app);
  expect(app.mails().some((mail) => mail.includes(paid.id))).toBe(true);
  const later = await app.signIn(who.email);
  expect((await app.send('DELETE', '/api/session', { token: later.token })).status).toBe(204);
  expect((await listed(app, later)).status).toBe(403);
  expect((await listed(app, who)).status).toBe(200);
});

test('what was written while the clock was ahead is delivered, and shows, once it is right again', async () => {
  await using here = await openWithMember();
  const { app } = here;
  jump(days(3));
  const who = await app.register();
  const json = { requestType: 'VERIFY_EMAIL', idToken: who.idToken };
  expect((await app.askIdentity('sendOobCode', json)).status).toBe(200);
  const id = await addAppointment(app, who);
  jump(-days(3));
  await runJobs(app);
  expect(app.mails().some((mail) => mail.includes(who.email))).toBe(true);
  expect(await (await listed(app, who)).json()).toMatchObject([{ _id: id }]);
});

test('the days that can be booked are those of the clock as it is now', async () => {
  await using here = await openWithMember();
  const { app, who } = here;
  const yesterday = formatLongDate(
    parseDay(new Date(Date.now() - days(1)).toISOString().slice(0, 10)) as never,
  );
  jump(days(3));
  const again = await app.signIn(who.email);
  const refused = await requestAppointment(app, again, { date: yesterday });
  expect(refused.status).toBe(422);
  jump(-days(3));
  expect((await requestAppointment(app, again, { date: yesterday })).status).toBe(200);
  expect((await requestAppointment(app, again, { date: daysFromNow(366) })).status).toBe(200);
});

test('photos stay in the order in which they came while the server runs, whatever the clock does', async () => {
  await using here = await openWithMember();
  const { app, who } = here;
  const added = [await addPhoto(app, who)];
  jump(minutes(30));
  added.unshift(await addPhoto(app, who));
  jump(-hours(2));
  added.unshift(await addPhoto(app, who));
  const photos = (await (await app.send('GET', '/api/photo')).json()) as { _id: string }[];
  expect(photos.map(({ _id }) => _id)).toEqual(added);
  const ids = Array.from({ length: 50 }, (_, n) => {
    jump(n % 2 ? days(1) : -days(2));
    return newId();
  });
  expect(ids.toSorted()).toEqual(ids);
});

test('an upload under way when the clock jumps is refused in words, and works when it is sent again', async () => {
  await using here = await openWithMember();
  const { app, who } = here;
  const img = await uploadPicture(app, who);
  jump(days(2));
  const again = await app.signIn(who.email);
  await runJobs(app);
  const refused = await app.send('POST', '/api/photo', { json: { img }, token: again.token });
  expect(refused.status).toBe(422);
  expect(await refused.json()).toMatchObject({
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
