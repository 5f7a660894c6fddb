import Papa from 'papaparse';
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
const centers = ['ঢাকা মেডিকেল কলেজ হাসপাতাল', '=HYPERLINK("http://evil")', 'Sylhet, "MAG" Hospital'];

beforeAll(async () => {
  app = await createTestApp();
  member = await app.register();
  for (const [index, center] of centers.entries()) {
    const id = await addAppointment(app, member, {
      date: isoDay((index + 9) * day),
      center,
      bloodGroup: 'B+',
    });
    if (index === 0) await pay(id);
    moveToPast(app.dataDir, id, isoDay(-(index + 1) * year));
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
  test('opens in a spreadsheet with byte order mark, headings and days, latest first', async () => {
    const response = await fetchCsv();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="blood-buddies-donations-${isoDay()}.csv"`,
      'content-language': 'en',
      'cache-control': 'no-store',
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const { data, errors } = Papa.parse(new TextDecoder().decode(bytes), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data).toEqual(
      ['ঢাকা মেডিকেল কলেজ হাসপাতাল', `'=HYPERLINK("http://evil")`, 'Sylhet, "MAG" Hospital'].map(
        (center, index) => {
          const date = isoDay(-(index + 1) * year);
          return {
            Year: date.slice(0, 4),
            'Donation Date': date,
            'Donation Center': center,
            'Blood Group': 'B+',
            Name: 'Rahim Uddin',
            'Service charge': index === 0 ? 'Paid' : 'Not paid',
            Result: '',
          };
        },
      ),
    );
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
