import Papa from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
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

const fetchFile = (file: string, headers: Record<string, string> = {}, { token } = member) =>
  app.send('GET', `/api/donations.${file}`, { token, headers });

describe('the CSV file of past appointments', () => {
  test('opens in a spreadsheet with byte order mark, headings and days, latest first', async () => {
    const response = await fetchFile('csv');
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
    const response = await fetchFile('csv', { 'Accept-Language': accepted });
    expect(response.headers.get('content-language')).toBe(language);
    expect(await response.text()).toContain(heading);
  });

  test("uses the caller's current day if it is plausible", async () => {
    const tomorrow = await fetchFile(`csv?today=${isoDay(day)}`);
    expect((await tomorrow.text()).split('\r\n').filter(Boolean)).toHaveLength(5);
    for (const today of [isoDay(3 * day), isoDay(-3 * day), 'yesterday', ''])
      expect((await fetchFile(`csv?today=${today}`)).status).toBe(422);
  });
});

describe('the PDF file of past appointments', () => {
  test('has the same content as the CSV file, in pages, with tags for screen readers', async () => {
    const response = await fetchFile('pdf');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="blood-buddies-donations-${isoDay()}.pdf"`,
      'cache-control': 'no-store',
    });
    const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { text } = await extractText(document, { mergePages: true });
    for (const expected of [
      member.email,
      'Past appointments: 3',
      'Sylhet, "MAG" Hospital',
      '=HYPERLINK',
      'Paid',
    ])
      expect(text).toContain(expected);
    expect(text).toMatch(/[\u0980-\u09ff]{4}/);
    expect(await document.getMetadata()).toMatchObject({ info: { Title: 'My donations', Language: 'en' } });
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    expect(JSON.stringify(await (await document.getPage(1)).getStructTree())).toMatch(/"TH".*"TD"/);
  });

  test('is in Bengali when the client prefers Bengali', async () => {
    const response = await fetchFile('pdf', { 'Accept-Language': 'bn' });
    const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: 'আমার রক্তদান', Language: 'bn' });
  });

  test('says so when there are no past appointments', async () => {
    const other = await app.register();
    const response = await fetchFile('pdf', {}, other);
    const document = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
    expect((await extractText(document, { mergePages: true })).text).toContain('no past appointments yet');
  });
});

test('shows a member only their own data, and requires a sign-in', async () => {
  const other = await app.register();
  expect(await (await fetchFile('csv', {}, other)).text()).not.toContain('Rahim');
  for (const file of ['csv', 'pdf'])
    expect((await app.send('GET', `/api/donations.${file}`)).status).toBe(401);
});

test('limits the number of PDF files per member and hour', async () => {
  await using strict = await createTestApp({ RATE_LIMIT_SCALE: '0.1' });
  const { token } = await strict.register();
  const statuses = [];
  for (let count = 0; count < 5; count += 1)
    statuses.push((await strict.send('GET', '/api/donations.pdf', { token })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await strict.send('GET', '/api/donations.csv', { token })).status).toBe(200);
});
