import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { utcDay } from '#contract/days.ts';
import { moveToPast } from '#server/features/donations/testing/in-the-past.ts';
import {
  addAppointment,
  createPaymentIntent,
  createTestApp,
  type Member,
  payByCard,
  type TestApp,
} from './test-app.ts';

const day = 86_400_000;
const year = 365 * day;
const isoDay = (from = 0) => utcDay(Date.now() + from);

let app: TestApp;
let member: Member;

beforeAll(async () => {
  app = await createTestApp();
  member = await app.register();
  for (const years of [1, 2, 3]) {
    const date = isoDay((years + 9) * day);
    const id = await addAppointment(app, member, { date, center: 'Sylhet', bloodGroup: 'B+' });
    if (years === 1) await pay(id);
    moveToPast(app.dataDir, id, isoDay(-years * year));
  }
  for (const ahead of [0, 3]) await addAppointment(app, member, { date: isoDay(ahead * day) });
});
afterAll(() => app[Symbol.asyncDispose]());

async function pay(appointmentId: string) {
  const { id: transactionId } = await payByCard(app, await createPaymentIntent(app, member, appointmentId));
  const json = { appointmentId, transactionId };
  const paid = await app.send('PUT', `/api/appointments/${appointmentId}`, { token: member.token, json });
  expect(paid.status).toBe(200);
}

const fetchCsv = (query = '', headers: Record<string, string> = {}, { token } = member) =>
  app.send('GET', `/api/donations.csv${query}`, { token, headers });

describe('the CSV file of past appointments', () => {
  test('has a byte order mark, headings and the past days, latest first', async () => {
    const response = await fetchCsv();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="blood-buddies-donations-${isoDay()}.csv"`,
      'content-language': 'en',
      'cache-control': 'no-store',
    });
    const row = (years: number, charge: string) => {
      const date = isoDay(-years * year);
      return `${date.slice(0, 4)},${date},Sylhet,B+,Rahim Uddin,${charge},`;
    };
    expect(
      Buffer.from(await response.arrayBuffer())
        .toString()
        .split('\r\n'),
    ).toEqual([
      '\ufeffYear,Donation Date,Donation Center,Blood Group,Name,Service charge,Result',
      ...[row(1, 'Paid'), row(2, 'Not paid'), row(3, 'Not paid'), ''],
    ]);
  });

  test.each([
    ['bn-BD,bn;q=0.9,en;q=0.8', 'bn', 'রক্তদান কেন্দ্র'],
    ['en-GB, bn;q=0.5', 'en', 'Donation Center'],
    ['fr, *;q=0.1', 'en', 'Donation Center'],
  ])('Accept-Language %s: %s', async (accepted, language, heading) => {
    const response = await fetchCsv('', { 'Accept-Language': accepted });
    expect(response.headers.get('content-language')).toBe(language);
    expect(await response.text()).toContain(heading);
  });

  test("uses the caller's current day if it is plausible", async () => {
    const tomorrow = await fetchCsv(`?today=${isoDay(day)}`);
    expect((await tomorrow.text()).split('\r\n').filter(Boolean)).toHaveLength(5);
    for (const today of [isoDay(3 * day), isoDay(-3 * day), 'yesterday', ''])
      expect((await fetchCsv(`?today=${today}`)).status).toBe(422);
  });
});

test('shows a member only their own data, and requires a sign-in', async () => {
  const other = await app.register();
  expect(await (await fetchCsv('', {}, other)).text()).not.toContain('Rahim');
  expect((await app.send('GET', '/api/donations.csv')).status).toBe(401);
});
