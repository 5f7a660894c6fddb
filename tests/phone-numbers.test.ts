import { expect, test } from 'vitest';
import { addAppointment, createTestApp, requestAppointment } from './test-app.ts';

const senegal = {
  country: 'SN',
  timeZone: 'Africa/Dakar',
  weekStart: 1,
  reminderHour: 18,
  languages: ['en'],
};

test('at a site with a country, a donor writes a number of it in any form, or an international one', async () => {
  await using app = await createTestApp();
  const member = await app.register();
  using database = app.openSqlite();
  const withoutCountry = await requestAppointment(app, member, { phone: '+8801712345678' });
  expect(withoutCountry.status).toBe(422);
  const before = await addAppointment(app, member, { date: '2026-12-20' });
  database.exec(
    `insert into content (kind, id, position, revision, published, updated_at)
     values ('region', 'site', 0, 1, '${JSON.stringify(senegal)}', 1)`,
  );
  const request = (phone: string, date: string) => requestAppointment(app, member, { phone, date });
  await request('77 123 45 67', '2026-12-21');
  await request('+33 6 12 34 56 78', '2026-12-22');
  const response = await request('01712345678', '2026-12-23');
  expect([response.status, await response.json()]).toEqual([
    422,
    { error: expect.objectContaining({ fields: { phone: 'Please Input A Valid Phone Number' } }) },
  ]);
  const { body } = await app.callApi(member, 'GET', `/appointments?email=${member.email}`);
  expect(body).toMatchObject([
    { _id: before, phone: '01712345678' },
    { phone: '771234567', phoneE164: '+221771234567' },
    { phone: '0612345678', phoneE164: '+33612345678' },
  ]);
  expect(body[0]).not.toHaveProperty('phoneE164');
});
