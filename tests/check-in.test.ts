import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealBox } from '#contract/sealed-box.ts';
import { type DeviceKeys, sealingContext } from '#contract/staff-check-in.ts';
import { addAppointment, createTestApp, type Member, type TestApp } from './test-app.ts';

let app: TestApp;
let coordinator: Member;
let door: Member;
let centerId = '';
beforeAll(async () => {
  app = await createTestApp();
  const owner = await app.register();
  [coordinator, door] = [await app.register(), await app.register()];
  app.giveRole(owner, 'owner');
  const center = {
    name: 'Dhaka',
    address: 'Dhaka',
    timeZone: 'UTC',
    notes: 'Ring the bell.',
    bring: ' A card ',
    food: '',
  };
  centerId = (await app.callApi(owner, 'POST', '/staff/centers', center)).body.insertedId;
  app.giveRole(coordinator, 'coordinator', centerId);
  app.giveRole(door, 'door', centerId);
});
afterAll(() => app[Symbol.asyncDispose]());

const isoDay = (days = 0) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const send = (by: Member, method: string, path: string, json?: object) =>
  app.callApi(by, method, `/${path}`, json);
const list = (by: Member, date = isoDay()) =>
  send(by, 'GET', `staff/centers/${centerId}/appointments?date=${date}`);
let operationCount = 0;
const setStatus = (by: Member, id: string, fields: object) =>
  send(by, 'PUT', `staff/appointments/${id}/status`, {
    at: new Date().toISOString(),
    operationId: `op-${++operationCount}`,
    ...fields,
  });

test('coordinators download the list of a day as CSV, which is logged', async () => {
  const donor = await app.register();
  await addAppointment(app, donor, { center: 'Dhaka', date: isoDay(2) });
  const path = `staff/centers/${centerId}/appointments.csv?date=${isoDay(2)}`;
  const csv = await app.send('GET', `/api/${path}`, { token: coordinator.token });
  expect(await csv.text()).toContain('\r\n,Rahim Uddin,O+,5678,Expected,\r\n');
  const log = (await send(donor, 'GET', 'user/access-log')).body;
  expect(log).toMatchObject([{ role: 'coordinator', action: 'view appointments' }]);
  expect((await send(door, 'GET', path)).status).toBe(404);
});

test('door staff see the list of today; the donor sees who has looked and what was recorded', async () => {
  const donor = await app.register();
  const id = await addAppointment(app, donor, { center: ' dhaka', date: isoDay() });
  const [own] = (await send(donor, 'GET', `appointments?email=${donor.email}`)).body;
  const said = { centerAddress: 'Dhaka', centerNotes: 'Ring the bell.', visit: { bring: 'A card' } };
  expect(own).toMatchObject({ center: 'dhaka', ...said });
  const response = await list(door);
  expect(response).toEqual({
    status: 200,
    body: [{ _id: id, name: 'Rahim Uddin', bloodGroup: 'O+', phoneEnd: '5678', status: 'booked' }],
  });
  expect((await list(door, isoDay(1))).status).toBe(404);
  expect((await list(coordinator, isoDay(1))).body).toEqual([]);

  const operation = { status: 'arrived', operationId: 'same' };
  const arrived = { acknowledged: true, modifiedCount: 1, status: 'arrived' };
  expect((await setStatus(door, id, operation)).body).toEqual(arrived);
  expect((await setStatus(door, id, operation)).body).toEqual({ ...arrived, modifiedCount: 0 });
  // The device's clock was set back.
  const at = new Date(Date.now() - 3 * 3_600_000).toISOString();
  const undone = await setStatus(door, id, { status: 'booked', at });
  expect(undone.body).toEqual({ ...arrived, status: 'booked' });
  const deferred = { status: 'deferred', deferredUntil: isoDay(30) };
  expect((await setStatus(door, id, deferred)).body).toMatchObject({ status: 'deferred' });
  const appointments = await send(donor, 'GET', `appointments?email=${donor.email}`);
  expect(appointments.body).toMatchObject([deferred]);
  expect((await send(donor, 'DELETE', `appointments/${id}`)).body).toMatchObject({
    error: { code: 'already-recorded' },
  });
  const log = await send(donor, 'GET', 'user/access-log');
  expect(log.body).toMatchObject([
    { role: 'door', centerId, action: 'record deferred' },
    { role: 'door', centerId, action: 'record booked' },
    { role: 'door', centerId, action: 'record arrived' },
    { role: 'door', centerId, action: 'view appointments' },
  ]);

  expect((await setStatus(door, id, { status: 'deferred' })).body.error.fields).toHaveProperty(
    'deferredUntil',
  );
  expect((await setStatus(door, id, { status: 'gave' })).status).toBe(422);
  // Rejects a day that does not exist, and a time without a zone, which would depend on the server's zone.
  for (const at of ['2026-02-30T09:00:00Z', '2026-11-28T09:00:00'])
    expect((await setStatus(door, id, { status: 'arrived', at })).body.error.fields).toHaveProperty('at');
});

test('conflicts of two offline devices are counted until a coordinator confirms one', async () => {
  const other = await app.register();
  app.giveRole(other, 'door', centerId);
  const donor = await app.register();
  const id = await addAppointment(app, donor, { center: 'Dhaka', date: isoDay() });
  const [earlier, later] = [Date.now() - 60_000, Date.now() - 30_000].map((at) => new Date(at).toISOString());
  expect((await setStatus(door, id, { status: 'fulfilled', at: later })).status).toBe(200);
  const { body } = await setStatus(other, id, { status: 'noshow', at: earlier });
  expect(body).toEqual({
    conflict: [
      expect.objectContaining({ status: 'noshow', at: earlier }),
      expect.objectContaining({ status: 'fulfilled', at: later }),
    ],
  });
  const count = async (date: string) =>
    (await send(coordinator, 'GET', `staff/centers/${centerId}/conflicts?date=${date}`)).body;
  expect(await count(isoDay())).toEqual({ count: 1 });
  expect(await count(isoDay(1))).toEqual({ count: 0 });
  await setStatus(coordinator, id, { status: 'noshow' });
  expect(await count(isoDay())).toEqual({ count: 0 });
});

const deviceKeys = async (by: Member): Promise<DeviceKeys> =>
  (await send(by, 'GET', 'staff/device-keys')).body;

/** Seals a walk-in as a device does. */
async function sealVisit(details: object, { sealingKey }: DeviceKeys, id = centerId) {
  const visit = { centerId: id, operationId: `sealed-${++operationCount}` };
  const sealed = await sealBox(sealingKey, JSON.stringify(details), sealingContext(visit));
  return { ...visit, keyId: sealingKey.keyId, sealed };
}
const sendSealed = (visit: object) => send(door, 'POST', 'staff/sealed-walk-ins', visit);

test('on a full day, a sealed walk-in that waited is added beyond the slots, however short its wait', async () => {
  const owner = await app.register();
  app.giveRole(owner, 'owner');
  const center = { name: 'Small', address: 'Dhaka', timeZone: 'UTC' };
  const small = (await send(owner, 'POST', 'staff/centers', center)).body.insertedId;
  const weekdays = [1, 2, 3, 4, 5, 6, 7];
  const series = { weekdays, from: isoDay(), opens: '00:00', closes: '24:00', slots: 1 };
  await send(owner, 'POST', `staff/centers/${small}/series`, series);
  app.giveRole(door, 'door', small);
  const keys = await deviceKeys(door);
  const add = async (fields: object) =>
    (await sendSealed({ ...(await sealVisit({ name: 'Waited', bloodGroup: 'B+' }, keys, small)), ...fields }))
      .body;
  const insertedId = expect.any(String);
  expect(await add({})).toEqual({ insertedId });
  expect(await add({})).toMatchObject({ success: false });
  expect(await add({ at: new Date().toISOString() })).toEqual({ insertedId, isOverCapacity: true });
});

test('a sealed walk-in that was changed, or for another operation or key, is unreadable and adds nothing', async () => {
  const keys = await deviceKeys(door);
  const before = (await list(door)).body.length;
  const visit = await sealVisit({ name: 'Changed Donor', bloodGroup: 'B+' }, keys);
  const other = await sealVisit({ name: 'Other Donor', bloodGroup: 'B+' }, keys);
  const changed = `${visit.sealed.slice(0, -8)}${visit.sealed.endsWith('A') ? 'BBBBBBBB' : 'AAAAAAAA'}`;
  for (const unreadable of [
    { ...visit, sealed: changed },
    { ...visit, sealed: 'no base64' },
    { ...visit, sealed: other.sealed },
    { ...visit, keyId: keys.sealingKey.keyId - 2 },
    { ...visit, keyId: keys.sealingKey.keyId - 1 },
    await sealVisit({ name: '', bloodGroup: 'B+' }, keys),
    await sealVisit({ name: 'No group' }, keys),
  ])
    expect(await sendSealed(unreadable)).toMatchObject({
      status: 422,
      body: { error: { code: 'unreadable-walk-in' } },
    });
  expect((await list(door)).body).toHaveLength(before);
});

test("a device gets the same half of its lists' key until its shift ends, which deletes it", async () => {
  const worker = await app.register();
  app.giveRole(worker, 'door', centerId);
  const { shiftKey } = await deviceKeys(worker);
  expect((await deviceKeys(worker)).shiftKey).toBe(shiftKey);
  expect((await deviceKeys(door)).shiftKey).not.toBe(shiftKey);
  using database = app.openSqlite();
  const count = () =>
    database.prepare('select count(*) as count from shift_keys where key = ?').get(shiftKey)?.count;
  expect(count()).toBe(1);
  const [{ _id }] = (await send(worker, 'GET', 'staff/shifts')).body;
  expect((await send(worker, 'DELETE', `staff/shifts/${_id}`)).status).toBe(204);
  expect(count()).toBe(0);
  expect(await send(worker, 'GET', 'staff/device-keys')).toMatchObject({
    body: { error: { code: 'shift-ended' } },
  });
});

/** Returns the text of the only email to this member. */
async function claimEmail({ email }: Member): Promise<string> {
  await app.runJob('deliver-messages');
  const emails = app.emails().filter((raw) => raw.includes(`To: ${email}`));
  expect(emails).toHaveLength(1);
  return (await PostalMime.parse(emails[0] ?? '')).text ?? '';
}
const claimToken = (text: string) => /staff\/claim#([\w.-]+)/.exec(text)?.[1];

test('a walk-in takes a slot, and the donor adds it to an account by the emailed link', async () => {
  const donor = await app.register();
  const visit = {
    centerId,
    name: 'Karim Uddin',
    bloodGroup: 'A+',
    operationId: 'walk-in',
    phone: '01812349999',
    email: donor.email,
  };
  const added = await send(door, 'POST', 'staff/walk-ins', visit);
  expect(added).toEqual({ status: 200, body: { insertedId: expect.any(String) } });
  expect(await send(door, 'POST', 'staff/walk-ins', visit)).toEqual(added);
  const { insertedId } = added.body;
  expect((await list(door)).body).toContainEqual({
    _id: insertedId,
    name: 'Karim Uddin',
    bloodGroup: 'A+',
    phoneEnd: '9999',
    status: 'arrived',
    isWalkIn: true,
  });
  const text = await claimEmail(donor);
  expect(text).not.toContain('Karim');
  const token = claimToken(text);

  const claim = (by: Member) => send(by, 'POST', 'walk-ins/claim', { token });
  const busy = await app.register();
  await addAppointment(app, busy, { date: isoDay() });
  expect((await claim(busy)).body).toMatchObject({ success: false });
  const claimed = { status: 200, body: { success: true, appointmentId: insertedId } };
  // On a slow connection, the donor taps twice.
  expect(await Promise.all([claim(donor), claim(donor)])).toEqual([claimed, claimed]);
  expect(await claim(donor)).toEqual(claimed);
  expect((await claim(await app.register())).status).toBe(404);
  const appointments = await send(donor, 'GET', `appointments?email=${donor.email}`);
  expect(appointments.body).toMatchObject([{ _id: insertedId, status: 'arrived', email: donor.email }]);
  expect((await send(donor, 'GET', 'user/access-log')).body).toMatchObject([
    { action: 'view appointments' },
    { action: 'add walk-in' },
  ]);

  // Staff still find the appointment, and the donor's account can be deleted.
  expect((await setStatus(door, insertedId, { status: 'fulfilled' })).body.status).toBe('fulfilled');
  const csv = await app.send('GET', '/api/donations.csv', { token: donor.token });
  expect(await csv.text()).toContain('Confirmed by the center');
  expect((await send(donor, 'DELETE', 'user')).status).toBe(204);
});

test('the emailed link of a walk-in confirms the address that it was sent to, and no other one', async () => {
  const isConfirmed = async ({ idToken }: Member) => {
    const response = await app.callIdentity('lookup', { idToken });
    return ((await response.json()) as { users: [{ emailVerified: boolean }] }).users[0].emailVerified;
  };
  const claimAs = async (address: Member, claimer: Member, success = true) => {
    const visit = { centerId, name: 'Karim Uddin', bloodGroup: 'A+', operationId: address.userId };
    await send(door, 'POST', 'staff/walk-ins', { ...visit, email: address.email.toUpperCase() });
    const token = claimToken(await claimEmail(address));
    expect((await send(claimer, 'POST', 'walk-ins/claim', { token })).body).toMatchObject({ success });
  };
  const [donor, relative] = [await app.register(), await app.register()];
  await claimAs(donor, relative);
  expect(await isConfirmed(donor)).toBe(false);
  expect(await isConfirmed(relative)).toBe(false);
  const other = await app.register();
  await claimAs(other, other);
  expect(await isConfirmed(other)).toBe(true);
  const busy = await app.register();
  await addAppointment(app, busy, { date: isoDay() });
  await claimAs(busy, busy, false);
  expect(await isConfirmed(busy)).toBe(true);
  // A member whose appointment of that day the center has canceled can claim too.
  const canceled = await app.register();
  const id = await addAppointment(app, canceled, { center: 'Dhaka', date: isoDay() });
  await setStatus(door, id, { status: 'cancelled' });
  await claimAs(canceled, canceled);
});
