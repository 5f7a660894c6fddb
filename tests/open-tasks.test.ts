import { expect } from 'vitest';
import { utcDay } from '#contract/days.ts';
import type { PlatformTables } from '#platform/database/schema/tables.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days } from '#platform/time.ts';
import type { Tables } from '#server/db/tables.ts';
import { opening } from '#server/features/payments/testing/payment-fixture.ts';
import { addAppointment, createTestApp, type Member, type TestApp, uploadPicture } from './test-app.ts';

const test = testWith(createTestApp);

const isoDay = (count: number) => utcDay(Date.now() + days(count));

/** Adds a center with slots on each day from today on. */
async function addCenter(app: TestApp, owner: Member, name: string): Promise<string> {
  const post = async (path: string, json: object) =>
    (await app.callApi<{ insertedId: string }>(owner, 'POST', `/staff/centers${path}`, json)).body.insertedId;
  const id = await post('', { name, address: name, timeZone: 'UTC' });
  const hours = { opens: '00:00', closes: '24:00' };
  await post(`/${id}/series`, { weekdays: [1, 2, 3, 4, 5, 6, 7], from: isoDay(-1), slots: 9, ...hours });
  return id;
}

const nothing = {
  followUps: [],
  unconfirmed: [],
  expectedToday: [],
  requests: 0,
  photos: 0,
  reviews: 0,
  problems: [],
};

test('each member of staff sees the number of what waits within their own roles', async (app) => {
  const owner = await app.registerConfirmed();
  app.giveRole(owner, 'owner');
  const [dhaka, sylhet] = [await addCenter(app, owner, 'Dhaka'), await addCenter(app, owner, 'Sylhet')];
  const [coordinator, other, moderator] = [await app.register(), await app.register(), await app.register()];
  app.giveRole(coordinator, 'coordinator', dhaka);
  app.giveRole(other, 'coordinator', sylhet);
  app.giveRole(moderator, 'moderator');
  const tasks = async (by: Member) => (await app.callApi(by, 'GET', '/staff/open-tasks')).body;
  expect(await tasks(owner)).toEqual({ ...nothing, payments: 0, messages: 0 });

  const donor = await app.registerConfirmed();
  await addAppointment(app, donor, { center: 'Dhaka', date: isoDay(0) });
  // An unconfirmed member.
  await addAppointment(app, await app.register(), { center: 'Dhaka', date: isoDay(4) });
  await addAppointment(app, donor, { center: 'Dhaka', date: isoDay(5) });
  await app.callApi(owner, 'POST', `/staff/centers/${dhaka}/closings`, { date: isoDay(5) });
  const asked = await app.callApi(owner, 'POST', '/requests', {
    ...{
      bloodGroup: 'A+',
      component: 'plasma',
      bags: 1,
      district: 'Dhaka',
      hospital: 'Dhaka Medical College',
    },
    ...{ neededBy: new Date(Date.now() + days(2)).toISOString(), initials: 'R. K.', relation: 'son' },
    phone: '01712345678',
  });
  expect(asked.body).toMatchObject({ success: true, state: 'waiting' });
  const database = await app.openDatabase();
  const tables = database.withTables<Tables>();
  const review = { user_id: donor.userId, text: 'Kind.', public_name: 'R', created_at: 1, decided_at: null };
  await tables
    .insertInto('reviews')
    .values({ ...review, id: 'one', appointment_id: 'one', state: 'waiting' })
    .execute();
  await tables
    .insertInto('payments')
    .values([
      { ...opening('failed'), id: 'failed', intent_id: 'pi_1', status: 'refund-failed' },
      { ...opening('due'), id: 'due', intent_id: 'pi_2', status: 'refund-due' },
    ])
    .execute();
  const message = { kind: 'email', rejected_at: 1, expires_at: 2e12, request_id: null, reason: 'no' };
  await database
    .withTables<PlatformTables>()
    .insertInto('platform_outbox_rejected')
    .values({ ...message, id: 'one', payload: '{}' })
    .execute();
  await database.destroy();
  await app.callApi(donor, 'POST', '/photo', { img: await uploadPicture(app, donor), title: 'Donors' });
  const [photo] = (await app.callApi<{ _id: string }[]>(undefined, 'GET', '/photo')).body;
  await app.callApi(other, 'POST', `/photo/${photo?._id}/report`);

  const ofDhaka = {
    unconfirmed: [{ centerId: dhaka, bookings: 1 }],
    expectedToday: [{ centerId: dhaka, donors: 1 }],
  };
  expect(await tasks(owner)).toMatchObject({
    ...ofDhaka,
    requests: 1,
    photos: 1,
    reviews: 1,
    payments: 1,
    messages: 1,
  });
  expect(await tasks(coordinator)).toEqual({
    ...nothing,
    ...ofDhaka,
    requests: 1,
    payments: 0,
    messages: 0,
    followUps: expect.anything(),
  });
  expect(await tasks(other)).toEqual({ ...nothing, requests: 1, payments: 0, messages: 0 });
  expect(await tasks(moderator)).toEqual({ ...nothing, photos: 1, reviews: 1, payments: 0, messages: 0 });
  await app.callApi(owner, 'PUT', '/staff/refund-pause');
  expect(await tasks(owner)).toMatchObject({ payments: 2 });
});
