import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes } from '#platform/time.ts';
import {
  addAppointment,
  dayAhead,
  type Member,
  openTestHouse,
  payByCard,
  requestAppointment,
  type TestHouse,
  uploadPicture,
} from './house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

type Photo = { _id: string; img: string };
const gallery = async () => (await (await house.send('GET', '/api/photo?limit=200')).json()) as Photo[];

async function save(member: Member, img: string) {
  const response = await house.send('POST', '/api/photo', { json: { img }, token: member.token });
  return { status: response.status, body: await response.json() };
}

async function addPhoto(member: Member): Promise<string> {
  return (await save(member, await uploadPicture(house, member))).body.insertedId;
}

const report = async ({ token }: Member, id: string) =>
  (await house.send('POST', `/api/photo/${id}/report`, { token })).status;

test('reports of unconfirmed accounts, and of accounts younger than a day, are accepted and hide nothing', async () => {
  const owner = await house.register();
  const ids = [];
  for (let n = 0; n < 4; n += 1) ids.push(await addPhoto(owner));
  const unconfirmed = await Promise.all([1, 2, 3, 4].map(() => house.register()));
  const young = [];
  for (let n = 0; n < 3; n += 1) young.push(await house.registerConfirmed());
  for (const reporter of [...unconfirmed, ...young])
    for (const id of ids) expect(await report(reporter, id)).toBe(204);
  const shown = (await gallery()).map(({ _id }) => _id);
  for (const id of ids) expect(shown).toContain(id);
});

test('a picture that one person saves again and again is in the gallery once, under the same id', async () => {
  const member = await house.register();
  const img = await uploadPicture(house, member);
  const saves = await Promise.all(Array.from({ length: 20 }, () => save(member, img)));
  saves.push(await save(member, `${img}?w=162`));
  const [first] = saves;
  expect(first?.status).toBe(200);
  expect(new Set(saves.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await gallery()).filter((photo) => photo.img === img)).toHaveLength(1);
});

test('nobody makes a hidden picture visible again by saving its address', async () => {
  const [owner, ...others] = (await house.registerReporters(4)) as [Member, ...Member[]];
  const img = await uploadPicture(house, owner);
  const { insertedId } = (await save(owner, img)).body;
  for (const other of others) expect(await report(other, insertedId)).toBe(204);
  expect((await gallery()).map(({ _id }) => _id)).not.toContain(insertedId);
  for (const member of [owner, ...others])
    expect(await save(member, img)).toMatchObject({
      status: 409,
      body: { error: { code: 'photo-moderated' } },
    });
  // Deleted, but the picture is still there until the outbox removes it.
  await house.send('DELETE', `/api/photo/${insertedId}`, { token: owner.token });
  expect((await save(owner, img)).status).toBe(409);
  expect((await gallery()).map((photo) => photo.img)).not.toContain(img);
});

test('receipts and reminders go to confirmed addresses alone, and to one confirmed since without a new sign-in', async () => {
  await using own = await openTestHouse();
  const [never, later] = [await own.register(), await own.register()];
  const subjects = ({ email }: Member) =>
    own
      .mails()
      .filter((mail) => mail.includes(`To: ${email}`))
      .map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]);
  for (const member of [never, later]) {
    const appointmentId = await addAppointment(own, member, { date: dayAhead(3) });
    const asked = { json: { price: 5, appointmentId }, token: member.token };
    const { clientSecret } = await (await own.send('POST', '/api/create-payment-intent', asked)).json();
    await payByCard(own, clientSecret);
    if (member === later) await own.confirmAddress(later);
    await own.runJob('reconcile payments');
    await own.runJob('outbox');
  }
  expect(subjects(never)).toEqual([]);
  expect(subjects(later)).toContain('Your receipt from Blood Buddies');

  own.time.ahead = Date.parse(`${dayAhead(3)} 00:00:00 UTC`) - minutes(14 * 60 - 5) - Date.now();
  for (const job of ['remind', 'outbox', 'outbox']) await own.runJob(job);
  expect(subjects(never)).toEqual([]);
  expect(subjects(later)).toContainEqual(expect.stringContaining('Your blood donation on'));
});

test.each([
  ['name', 'Rahim\nUddin'],
  ['name', 'Rahim\u2028Uddin'],
  ['center', 'Dhaka\r\n\r\nhttps://evil.example'],
  ['center', 'Dhaka\u0007'],
  ['center', 'Dhaka\tMedical'],
])('a line break or control character in %s is 422: %j', async (field, value) => {
  const member = await house.register();
  const response = await requestAppointment(house, member, { [field]: value });
  expect(response.status).toBe(422);
  expect(await response.json()).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
});

test('a line break in the title of a photo is 422; an opinion may have several lines', async () => {
  const member = await house.register();
  const img = await uploadPicture(house, member);
  const json = { img, title: 'Donors\nhttps://evil.example' };
  const response = await house.send('POST', '/api/photo', { json, token: member.token });
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { error: { fields: { title: expect.any(String) } } },
  ]);
  expect((await requestAppointment(house, member, { opinion: 'One line.\nAnother.' })).status).toBe(200);
});
