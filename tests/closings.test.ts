import { expect } from 'vitest';
import { utcDay } from '#contract/days.ts';
import type { DisplacedAppointment, SlotOffer } from '#contract/slot-offers.ts';
import type { StaffDisplacedAppointment } from '#contract/staff-closings.ts';
import type { WaitingListEntry } from '#contract/waiting-list.ts';
import { startHttpServer } from '#platform/testing/http-server.ts';
import { testWith } from '#platform/testing/test-with.ts';
import { days } from '#platform/time.ts';
import {
  addAppointment,
  createTestApp,
  filledForm,
  type Member,
  requestAppointment,
  type TestApp,
} from './test-app.ts';

const isoDay = (count: number) => utcDay(Date.now() + days(count));

/** Adds an owner and a center that has one slot on each day. */
async function addCenter(app: TestApp, hours: object = { opens: '09:00', closes: '17:00' }) {
  const owner = await app.register();
  app.giveRole(owner, 'owner');
  const add = async (path: string, json: object) =>
    (await app.callApi<{ insertedId: string }>(owner, 'POST', `/staff/centers${path}`, json)).body.insertedId;
  const centerId = await add('', { name: 'Dhaka', address: 'Dhaka', timeZone: 'Asia/Dhaka' });
  const series = {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    from: isoDay(-1),
    slots: 1,
    ...hours,
  };
  const seriesId = await add(`/${centerId}/series`, series);
  return { owner, centerId, seriesId };
}

const tokensIn = (app: TestApp, { email }: Member): string[] =>
  app
    .emailsTo(email)
    .flatMap((text) => [...text.matchAll(/\/slot-offer#([\w.-]+)\n/g)].map(([, token]) => token ?? ''));

const test = testWith(createTestApp);

test('only an appointment that waits for its day is shown as closed, not one that the center has recorded', async (app) => {
  const { owner, centerId } = await addCenter(app);
  const donor = await app.register();
  const date = isoDay(5);
  const id = await addAppointment(app, donor, { center: 'dhaka', date });
  const record = (status: string) => {
    using database = app.openSqlite();
    database.prepare('update appointments set status = ? where id = ?').run(status, id);
  };
  const isShownAsClosed = async () =>
    (await app.callApi<{ isClosed?: true }>(donor, 'GET', `/appointments/${id}`)).body.isClosed === true;
  record('arrived');
  await app.callApi(owner, 'POST', `/staff/centers/${centerId}/closings`, { date });
  expect(await isShownAsClosed()).toBe(false);
  record('booked');
  expect(await isShownAsClosed()).toBe(true);
});

test('follow-ups count the donors to call or refund, for those who may call them', async (app) => {
  const { owner, centerId } = await addCenter(app);
  const [donor, coordinator, other] = [await app.register(), await app.register(), await app.register()];
  app.giveRole(coordinator, 'coordinator', centerId);
  app.giveRole(other, 'coordinator', 'another');
  const date = isoDay(5);
  await addAppointment(app, donor, { center: 'dhaka', date });
  const count = async (member: Member) =>
    (await app.callApi<{ followUps: object[] }>(member, 'GET', '/staff/open-tasks')).body.followUps;
  expect(await count(owner)).toEqual([]);
  await app.callApi(owner, 'POST', `/staff/centers/${centerId}/closings`, { date });
  const expected = [{ centerId, calls: 1, refunds: 0 }];
  for (const member of [owner, coordinator]) expect(await count(member)).toEqual(expected);
  expect(await count(other)).toEqual([]);
  const affected = `/staff/centers/${centerId}/affected`;
  const [row] = (await app.callApi<StaffDisplacedAppointment[]>(owner, 'GET', affected)).body;
  await app.callApi(owner, 'PUT', `${affected}/${row?._id}`, { result: 'called' });
  expect(await count(owner)).toEqual([]);
});

test('a closing: the link of the email moves the appointment without signing in, once', async (app) => {
  const { owner, centerId } = await addCenter(app);
  const [donor, other] = [await app.registerConfirmed(), await app.register()];
  const date = isoDay(5);
  const id = await addAppointment(app, donor, { center: 'dhaka', date });
  const close = await app.callApi(owner, 'POST', `/staff/centers/${centerId}/closings`, {
    date,
    message: 'No water',
  });
  expect(close).toMatchObject({ status: 200, body: { notified: 1, toCall: 1 } });
  await app.runJob('deliver-messages');
  const [first = '', second = '', third] = tokensIn(app, donor);
  expect(third).toBeDefined();

  const offer = await app.callApi<SlotOffer>(undefined, 'POST', '/slot-offer', { token: second });
  expect(offer.body).toMatchObject({ state: 'open', date: isoDay(7), from: { date }, message: 'No water' });
  const [purpose, row, , time, mac = ''] = second.split('.');
  const another = first.split('.').at(-1);
  for (const token of [
    `${second.slice(0, -1)}!`,
    `${second.slice(0, -1)}${second.endsWith('A') ? 'B' : 'A'}`,
    [purpose, row, isoDay(8), time, mac].join('.'),
    [purpose, row, isoDay(7), '0905', mac].join('.'),
    [purpose, centerId, isoDay(7), time, mac].join('.'),
    ['w', row, isoDay(7), time, mac].join('.'),
    [purpose, row, isoDay(7), time, another].join('.'),
  ]) {
    expect(token).not.toBe(second);
    for (const path of ['/slot-offer', '/slot-offer/accept', '/slot-offer/decline'])
      expect(await app.callApi(undefined, 'POST', path, { token }), token).toMatchObject({ status: 404 });
  }
  const accept = (token: string) => app.callApi(undefined, 'POST', '/slot-offer/accept', { token });
  expect(await accept(second)).toEqual({ status: 200, body: { success: true } });
  for (const token of [first, second])
    expect(await accept(token)).toMatchObject({ status: 409, body: { error: { code: 'already-chosen' } } });
  expect((await app.callApi(donor, 'GET', `/appointments/${id}`)).body).toMatchObject({ centerId });
  const affected = await app.callApi<StaffDisplacedAppointment[]>(
    owner,
    'GET',
    `/staff/centers/${centerId}/affected`,
  );
  expect(affected.body).toMatchObject([
    { name: 'Rahim Uddin', state: 'moved', movedTo: { date: isoDay(7) }, needsCall: false },
  ]);
  expect(affected.body[0]?.notifiedAt, 'without an email server').toBeUndefined();
  expect(await app.callApi(donor, 'GET', '/closed-appointments')).toEqual({ status: 200, body: [] });
  expect((await app.callApi(other, 'GET', `/staff/centers/${centerId}/affected`)).status).toBe(404);
});

test('an unconfirmed address gets no email, but sees the slots in the pages, and is listed for a call', async (app) => {
  const { owner, centerId } = await addCenter(app);
  const donor = await app.register();
  const date = isoDay(5);
  await addAppointment(app, donor, { center: 'Dhaka', date });
  await app.callApi(owner, 'POST', `/staff/centers/${centerId}/closings`, { date });
  await app.runJob('deliver-messages');
  expect(tokensIn(app, donor)).toEqual([]);
  const path = `/staff/centers/${centerId}/affected`;
  const [row] = (await app.callApi<StaffDisplacedAppointment[]>(owner, 'GET', path)).body;
  expect(row).toMatchObject({ state: 'waiting', needsCall: true, phone: '01712345678' });
  const called = await app.callApi(owner, 'PUT', `${path}/${row?._id}`, { result: 'called' });
  expect(called).toEqual({ status: 200, body: { success: true } });
  const { body } = await app.callApi<DisplacedAppointment[]>(donor, 'GET', '/closed-appointments');
  expect(body).toMatchObject([{ center: 'Dhaka', from: { date }, slots: [{ date: isoDay(6) }, {}, {}] }]);
  const decline = await app.callApi(undefined, 'POST', '/slot-offer/decline', {
    token: body[0]?.declineToken,
  });
  expect(decline.status).toBe(204);
  expect((await app.callApi<StaffDisplacedAppointment[]>(owner, 'GET', path)).body).toMatchObject([
    { state: 'canceled' },
  ]);
  const log = await app.callApi<{ action: string; center?: string }[]>(donor, 'GET', '/user/access-log');
  expect(log.body.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['call donor', 'view closings', `close ${date}`]),
  );
});

test('codes and closings share the limits of texts: confirmed donors only, as E.164, five to a number', async () => {
  const sent: { phoneNumber: string; text: string }[] = [];
  await using service = await startHttpServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    sent.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.writeHead(202).end();
  });
  const SMS_URL = `http://127.0.0.1:${service.port}/send`;
  await using app = await createTestApp({ SMS_URL, RATE_LIMIT_SCALE: '1' });
  const { owner, centerId } = await addCenter(app, { opens: '09:00', closes: '17:00', slots: 5 });
  const date = isoDay(5);
  const numbers = ['01711111111', '01722222222', '01733333333'];
  for (const phone of numbers) {
    const donor = phone === '01733333333' ? await app.register() : await app.registerConfirmed();
    await addAppointment(app, donor, { center: 'Dhaka', date, phone });
  }
  const request = { phoneNumber: '+8801711111111', recaptchaToken: 'none' };
  for (let n = 0; n < 5; n += 1)
    expect((await app.callIdentity('sendVerificationCode', request)).status).toBe(200);
  await app.runJob('deliver-text-message');
  expect(sent).toHaveLength(5);
  await app.callApi(owner, 'POST', `/staff/centers/${centerId}/closings`, { date });
  await app.runJob('deliver-closing-text');
  expect(sent.slice(5)).toMatchObject([
    { phoneNumber: '+8801722222222', text: expect.stringContaining('Dhaka is closed') },
  ]);
});

test('a waiting list: join by one request, the freed slot is offered, and one request books it', async (app) => {
  const { centerId } = await addCenter(app);
  const [donor, waiting, next] = [await app.register(), await app.registerConfirmed(), await app.register()];
  const date = isoDay(5);
  const id = await addAppointment(app, donor, { center: 'Dhaka', date });
  const full = await requestAppointment(app, waiting, { center: 'Dhaka', date });
  expect(await full.json()).toMatchObject({ success: false, nextFree: [isoDay(6), isoDay(7), isoDay(8)] });
  const path = `/waiting-list/${centerId}/${date}`;
  expect(await app.callApi(waiting, 'PUT', path)).toEqual({ status: 200, body: { position: 1 } });
  const { name, phone, bloodGroup } = filledForm('');
  expect(await app.callApi(next, 'PUT', path, { name, phone, bloodGroup })).toEqual({
    status: 200,
    body: { position: 2 },
  });
  expect((await app.callApi(donor, 'PUT', path)).body).toMatchObject({ error: { code: 'day-taken' } });
  expect((await app.callApi(next, 'PUT', `/waiting-list/${centerId}/soon`)).status).toBe(422);
  expect((await app.callApi(next, 'PUT', `/waiting-list/unknown/${date}`)).status).toBe(404);
  expect((await app.callApi(undefined, 'PUT', path)).status).toBe(401);

  await app.callApi(donor, 'DELETE', `/appointments/${id}`);
  await app.runJob('deliver-offer-email');
  const [token = ''] = tokensIn(app, waiting);
  expect((await app.callApi<SlotOffer>(undefined, 'POST', '/slot-offer', { token })).body).toMatchObject({
    purpose: 'waiting-list',
    state: 'open',
    missing: ['name', 'phone', 'bloodGroup'],
  });
  expect(await app.callApi(waiting, 'DELETE', path)).toEqual({ status: 204, body: undefined });
  const [entry] = (await app.callApi<WaitingListEntry[]>(next, 'GET', '/waiting-list')).body;
  expect(entry).toMatchObject({ center: 'Dhaka', date, state: 'offered', position: 1 });
  const accepted = await app.callApi(undefined, 'POST', '/slot-offer/accept', {
    token: entry?.offer?.token,
  });
  expect(accepted).toEqual({ status: 200, body: { success: true } });
  const own = await app.callApi(next, 'GET', `/appointments?email=${next.email}`);
  expect(own.body).toMatchObject([{ center: 'Dhaka', centerId, name, phone, email: next.email }]);
  expect((await app.callApi(next, 'GET', '/waiting-list')).body).toEqual([]);
});

test('notifies members who wait for a day once that it is closed, with the reason', async (app) => {
  const { owner, centerId } = await addCenter(app);
  const [donor, waiting, unconfirmed] = [
    await app.register(),
    await app.registerConfirmed(),
    await app.register(),
  ];
  const date = isoDay(5);
  await addAppointment(app, donor, { center: 'Dhaka', date });
  for (const member of [waiting, unconfirmed])
    await app.callApi(member, 'PUT', `/waiting-list/${centerId}/${date}`);
  const close = (query = '') =>
    app.callApi(owner, 'POST', `/staff/centers/${centerId}/closings${query}`, {
      date,
      message: 'Water damage.',
    });
  const emailsTo = async ({ email }: Member) => {
    await app.runJob('deliver-messages');
    return app.emailsTo(email).filter((text) => text.includes('Water damage.'));
  };
  await close('?preview=true');
  expect(await emailsTo(waiting)).toEqual([]);
  for (let count = 0; count < 2; count++) await close();
  expect(await emailsTo(waiting)).toEqual([expect.stringContaining('You stay on the waiting list')]);
  expect(await emailsTo(unconfirmed)).toEqual([]);
});

test('notifies members who wait for a day when its last part is closed, and when the clinic is removed', async (app) => {
  const { owner, centerId, seriesId } = await addCenter(app, {
    opens: '09:00',
    closes: '11:00',
    intervalMinutes: 60,
  });
  const [closed, removed] = [isoDay(5), isoDay(6)];
  const waiting = await app.registerConfirmed();
  for (const date of [closed, removed]) {
    for (let count = 0; count < 2; count++)
      await addAppointment(app, await app.register(), { center: 'Dhaka', date });
    await app.callApi(waiting, 'PUT', `/waiting-list/${centerId}/${date}`);
  }
  const readNotifications = async () => {
    await app.runJob('deliver-messages');
    return app.emailsTo(waiting.email).filter((text) => text.includes('You stay on'));
  };
  const close = (opens: string, closes: string) =>
    app.callApi(owner, 'POST', `/staff/centers/${centerId}/closings`, { date: closed, opens, closes });
  await close('09:00', '10:00');
  expect(await readNotifications()).toEqual([]);
  await close('10:00', '11:00');
  expect(await readNotifications()).toHaveLength(1);
  const rule = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: isoDay(-1), until: closed };
  const path = `/staff/centers/${centerId}/series/${seriesId}`;
  await app.callApi(owner, 'PUT', path, {
    ...rule,
    opens: '09:00',
    closes: '11:00',
    intervalMinutes: 60,
    slots: 1,
  });
  expect(await readNotifications()).toHaveLength(2);
  const lists = await app.callApi<WaitingListEntry[]>(waiting, 'GET', '/waiting-list');
  expect(lists.body.map(({ date, state }) => [date, state])).toEqual([
    [closed, 'closed'],
    [removed, 'closed'],
  ]);
});

test('slots without an arrival time that are added to a full day with times are offered', async (app) => {
  const { owner, centerId } = await addCenter(app, { opens: '09:00', closes: '10:00', intervalMinutes: 60 });
  const [donor, waiting] = [await app.register(), await app.register()];
  const date = isoDay(5);
  await addAppointment(app, donor, { center: 'Dhaka', date });
  await app.callApi(waiting, 'PUT', `/waiting-list/${centerId}/${date}`, filledForm(''));
  await app.callApi(owner, 'POST', `/staff/centers/${centerId}/series`, {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    from: isoDay(-1),
    opens: '09:00',
    closes: '10:00',
    slots: 1,
  });
  await app.runJob('offer-free-slots');
  const [entry] = (await app.callApi<WaitingListEntry[]>(waiting, 'GET', '/waiting-list')).body;
  expect(entry).toMatchObject({ state: 'offered' });
  const accepted = await app.callApi(undefined, 'POST', '/slot-offer/accept', {
    token: entry?.offer?.token,
  });
  expect(accepted).toEqual({ status: 200, body: { success: true } });
});

test('on a day with and without arrival times, closing one leaves those without open', async (app) => {
  const { owner, centerId } = await addCenter(app, { opens: '09:00', closes: '11:00', intervalMinutes: 60 });
  await app.callApi(owner, 'POST', `/staff/centers/${centerId}/series`, {
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    from: isoDay(-1),
    opens: '09:00',
    closes: '17:00',
    slots: 5,
  });
  const date = isoDay(5);
  const path = `/staff/centers/${centerId}/closings`;
  const closing = { date, opens: '09:00', closes: '10:00' };
  expect((await app.callApi(owner, 'POST', path, closing)).status).toBe(200);
  const days = await app.callApi<object[]>(
    undefined,
    'GET',
    `/centers/${centerId}/days?from=${date}&to=${date}`,
  );
  expect(days.body).toMatchObject([
    {
      opens: '09:00',
      closes: '17:00',
      open: true,
      free: 6,
      intervals: [
        { time: '09:00', free: 0, isClosed: true },
        { time: '10:00', free: 1 },
      ],
    },
  ]);
});

test('an old link does not name the chosen day after the center has closed that day as well', async (app) => {
  const { owner, centerId } = await addCenter(app);
  const donor = await app.registerConfirmed();
  await addAppointment(app, donor, { center: 'Dhaka', date: isoDay(5) });
  const close = (date: string) => app.callApi(owner, 'POST', `/staff/centers/${centerId}/closings`, { date });
  await close(isoDay(5));
  await app.runJob('deliver-messages');
  const [token] = tokensIn(app, donor);
  await app.callApi(undefined, 'POST', '/slot-offer/accept', { token });
  const open = async () => (await app.callApi<SlotOffer>(undefined, 'POST', '/slot-offer', { token })).body;
  expect(await open()).toMatchObject({ state: 'used', chosen: { date: isoDay(6) } });
  await close(isoDay(6));
  expect(await open()).toMatchObject({ state: 'used' });
  expect(await open()).not.toHaveProperty('chosen');
});
