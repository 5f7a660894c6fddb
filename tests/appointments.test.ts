import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { utcDay } from '#contract/days.ts';
import { openDatabase } from '#platform/database/open.ts';
import type { Tables } from '#server/db/tables.ts';
import {
  addAppointment,
  createTestApp,
  daysFromNow,
  filledForm,
  requestAppointment,
  type TestApp,
} from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const list = async (email: string, token: string) => {
  const response = await app.send('GET', `/api/appointments?email=${encodeURIComponent(email)}`, { token });
  return (await response.json()) as Record<string, unknown>[];
};

test('[API-06] lists an appointment whose stored name has no visible characters', async () => {
  const member = await app.register();
  const id = await addAppointment(app, member);
  const database = await openDatabase({ dataDir: app.dataDir });
  const name = '\u3164\u200b\u200b\u200b';
  await database
    .withTables<Tables>()
    .updateTable('appointments')
    .set({ name })
    .where('id', '=', id)
    .execute();
  await database.destroy();
  expect(await list(member.email, member.token)).toMatchObject([{ _id: id, name }]);
  const { status } = await app.send('PATCH', `/api/appointments/${id}`, {
    json: { date: daysFromNow(5) },
    token: member.token,
  });
  expect(status).toBe(200);
});

test('[API-05] [API-06] creates an appointment, which is then listed', async () => {
  const member = await app.register();
  const response = await requestAppointment(app, member, { opinion: 'One line.\nAnother.' });
  expect(response.status).toBe(200);
  const { success, insertedId } = (await response.json()) as Record<string, unknown>;
  expect(success).toBe(true);
  const form = filledForm(member.email, { opinion: 'One line.\nAnother.' });
  expect(await list(member.email, member.token)).toEqual([{ _id: insertedId, ...form }]);
});

test('[APF-06] [API-05] returns success false with the message for a second request on the same day', async () => {
  const member = await app.register();
  await requestAppointment(app, member);
  const response = await requestAppointment(app, member, { center: 'Elsewhere' });
  expect([response.status, await response.json()]).toEqual([
    200,
    { success: false, message: `You've Already Have an Appointment on ${daysFromNow(3)}` },
  ]);
});

test('compares emails without case and accepts ISO dates', async () => {
  const member = await app.register();
  const iso = utcDay(Date.now() + 5 * 86_400_000);
  const query = new URLSearchParams({ email: member.email.toUpperCase(), date: daysFromNow(5) });
  const json = filledForm(member.email.toUpperCase(), { date: iso });
  const response = await app.send('POST', `/api/appointments?${query}`, { json, token: member.token });
  expect(await response.json()).toMatchObject({ success: true });
  expect(await list(member.email.toUpperCase(), member.token)).toMatchObject([
    { email: member.email, date: daysFromNow(5) },
  ]);
});

describe('rejected requests, in this order', () => {
  test('401 without a token, even if other parts of the request are invalid', async () => {
    const response = await app.send('POST', '/api/appointments?email=a&date=b', { json: {} });
    expect([response.status, await response.json()]).toMatchObject([
      401,
      { error: { code: 'not-signed-in' } },
    ]);
  });

  test('[API-06] 403 for the email of another person, even with bad fields', async () => {
    const member = await app.register();
    const query = new URLSearchParams({ email: 'other@example.org', date: 'never' });
    const response = await app.send('POST', `/api/appointments?${query}`, { json: {}, token: member.token });
    expect(response.status).toBe(403);
    const inBody = await requestAppointment(app, member, { email: 'other@example.org', phone: '1' });
    expect(inBody.status).toBe(403);
    const listed = await app.send('GET', '/api/appointments?email=other@example.org', {
      token: member.token,
    });
    expect(listed.status).toBe(403);
  });

  test.each([
    [{ name: 'Ada' }, 'name', 'Minimum Four Character'],
    [{ name: '' }, 'name', 'This Field Is Required'],
    [{ name: 'x'.repeat(101) }, 'name', expect.any(String)],
    [{ name: 'a\0bcd' }, 'name', expect.any(String)],
    [{ phone: '123' }, 'phone', 'Please Input A Valid Phone Number'],
    [{ phone: 1_712_345_678 }, 'phone', 'Enter text'],
    [{ phone: '0171234567a' }, 'phone', 'Please Input A Valid Phone Number'],
    [{ name: '\u3164\u3164\u200b\u200b' }, 'name', 'This Field Is Required'],
    [{ center: '   ' }, 'center', 'This Field Is Required'],
    [{ center: '\u2800' }, 'center', 'This Field Is Required'],
    [{ center: undefined }, 'center', 'This Field Is Required'],
    [{ bloodGroup: 'C+' }, 'bloodGroup', expect.any(String)],
    [{ opinion: 'x'.repeat(201) }, 'opinion', 'Please Input A Valid Phone Number'],
    [{ date: 'someday' }, 'date', 'Date input not valid'],
    [{ date: 'January 1, 2020' }, 'date', expect.any(String)],
    [{ date: 20261121 }, 'date', expect.any(String)],
    [{ email: undefined }, 'email', expect.any(String)],
    [{ name: { $ne: '' } }, 'name', 'Enter text'],
    [{ name: 'Rahim\nUddin' }, 'name', expect.any(String)],
    [{ name: 'Rahim\u2028Uddin' }, 'name', expect.any(String)],
    [{ center: 'Dhaka\r\n\r\nhttps://evil.example' }, 'center', expect.any(String)],
    [{ center: 'Dhaka\u0007' }, 'center', expect.any(String)],
    [{ center: 'Dhaka\tMedical' }, 'center', expect.any(String)],
    [{ publishAs: '' }, 'publishAs', expect.any(String)],
    [{ publishAs: 'all' }, 'publishAs', expect.any(String)],
    [{ publishAs: true }, 'publishAs', expect.any(String)],
    [{ publishAs: null }, 'publishAs', expect.any(String)],
    [{ publishAs: ['first'] }, 'publishAs', expect.any(String)],
    [{ publishAs: { $ne: '' } }, 'publishAs', expect.any(String)],
  ])('[APF-01] [APF-02] 422 for %j, naming the field', async (changes, field, sentence) => {
    const member = await app.register();
    const response = await requestAppointment(app, member, changes);
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { error: { code: 'invalid-fields', fields: { [field]: sentence } } },
    ]);
    expect(await list(member.email, member.token)).toEqual([]);
  });

  test('422 when query and body differ, or a query parameter is missing', async () => {
    const member = await app.register();
    const json = filledForm(member.email);
    const { token } = member;
    const disagree = new URLSearchParams({ email: member.email, date: daysFromNow(9) });
    expect((await app.send('POST', `/api/appointments?${disagree}`, { json, token })).status).toBe(422);
    expect((await app.send('POST', '/api/appointments', { json, token })).status).toBe(422);
    expect((await app.send('GET', '/api/appointments', { token })).status).toBe(422);
  });

  test.each([
    ['malformed JSON', '{"name":', 'application/json', 400],
    ['an empty body', '', 'application/json', 400],
    ['another type', 'name=Rahim', 'application/x-www-form-urlencoded', 415],
    ['a body that is too large', JSON.stringify({ name: 'x'.repeat(70_000) }), 'application/json', 413],
    ['a list', '[]', 'application/json', 422],
    ['null', 'null', 'application/json', 422],
    ['a body that says that it is compressed', '{}', 'application/json', 415, 'gzip'],
  ])('%s', async (_, body, type, status, encoding = 'identity') => {
    const { email, token } = await app.register();
    const query = new URLSearchParams({ email, date: daysFromNow(3) });
    const headers = { 'Content-Type': type, 'Content-Encoding': encoding };
    const response = await app.send('POST', `/api/appointments?${query}`, { body, headers, token });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: { code: expect.any(String), message: expect.any(String) },
    });
  });

  test('ignores unknown fields like _id and transactionId', async () => {
    const member = await app.register();
    const id = await addAppointment(app, member, {
      _id: 'mine',
      transactionId: 'pi_1',
      user_id: 'x',
      // In brackets, `__proto__` is a property. Without them it would set the prototype, which is not sent.
      ['__proto__']: { isAdmin: true },
    });
    expect(id).not.toBe('mine');
    const [row] = await list(member.email, member.token);
    expect(row).not.toHaveProperty('transactionId');
    expect({}).not.toHaveProperty('isAdmin');
  });
});

test('[API-07] returns an appointment to its owner only; 404 for others, unknown and hostile ids', async () => {
  const [owner, stranger] = [await app.register(), await app.register()];
  const id = await addAppointment(app, owner);
  const get = (path: string, token: string) => app.send('GET', `/api/appointments/${path}`, { token });
  expect(await (await get(id, owner.token)).json()).toMatchObject({ _id: id, date: daysFromNow(3) });
  expect((await get(id, stranger.token)).status).toBe(404);
  expect((await get('unknown', owner.token)).status).toBe(404);
  expect((await get('%00', owner.token)).status).toBe(404);
  expect((await get("'%20or%201=1", owner.token)).status).toBe(404);
});

test('[API-08] returns deletedCount 1 once; 0 for another user, a repeated request or an unknown id', async () => {
  const [owner, stranger] = [await app.register(), await app.register()];
  const id = await addAppointment(app, owner);
  const cancel = async (token: string) => {
    const response = await app.send('DELETE', `/api/appointments/${id}`, { token });
    return [response.status, await response.json()];
  };
  expect(await cancel(stranger.token)).toEqual([200, { acknowledged: true, deletedCount: 0 }]);
  expect(await cancel(owner.token)).toEqual([200, { acknowledged: true, deletedCount: 1 }]);
  expect(await cancel(owner.token)).toEqual([200, { acknowledged: true, deletedCount: 0 }]);
  expect(await addAppointment(app, owner)).toBeTruthy();
});

test('PATCH moves an unpaid appointment to a free day', async () => {
  const member = await app.register();
  const id = await addAppointment(app, member);
  await addAppointment(app, member, { date: daysFromNow(4) });
  const move = async (date: unknown, path = id) => {
    const response = await app.send('PATCH', `/api/appointments/${path}`, {
      json: { date },
      token: member.token,
    });
    return [response.status, await response.json()];
  };
  expect(await move(daysFromNow(6))).toEqual([200, { success: true }]);
  expect(await move(daysFromNow(4))).toMatchObject([
    200,
    { success: false, message: expect.stringContaining(daysFromNow(4)) },
  ]);
  expect(await move('nonsense')).toMatchObject([422, {}]);
  expect(await move(daysFromNow(7), 'unknown')).toMatchObject([404, {}]);
});

test('returns a calendar file with an all-day event and its location', async () => {
  const member = await app.register();
  const id = await addAppointment(app, member);
  const response = await app.send('GET', `/api/appointments/${id}/calendar.ics`, { token: member.token });
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  const text = await response.text();
  expect(text).toContain(`DTSTART;VALUE=DATE:${day}`);
  expect(text).toContain('LOCATION:Dhaka Medical College');
  expect(text, 'a calendar may be shared').not.toMatch(/blood group/i);
});
