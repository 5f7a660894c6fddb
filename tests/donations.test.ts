import Papa from 'papaparse';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putInThePast } from '#server/features/donations/testing/in-the-past.ts';
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
const isoDay = (from = 0) => new Date(Date.now() + from).toISOString().slice(0, 10);

let app: TestApp;
let member: Member;
const centers = ['ঢাকা মেডিকেল কলেজ হাসপাতাল', '=HYPERLINK("http://evil")', 'Sylhet, "MAG" Hospital'];

beforeAll(async () => {
  app = await createTestApp();
  member = await app.register();
  for (const [place, center] of centers.entries()) {
    const id = await addAppointment(app, member, {
      date: isoDay((place + 9) * day),
      center,
      bloodGroup: 'B+',
    });
    if (place === 0) await pay(id);
    putInThePast(app.dataDir, id, isoDay(-(place + 1) * year));
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

const ask = (file: string, headers: Record<string, string> = {}, { token } = member) =>
  app.send('GET', `/api/donations.${file}`, { token, headers });

describe('the table of past appointments', () => {
  test('opens in a spreadsheet: its mark, its headings, its days, latest first', async () => {
    const answer = await ask('csv');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="blood-buddies-donations-${isoDay()}.csv"`,
      'content-language': 'en',
      'cache-control': 'no-store',
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const { data, errors } = Papa.parse(new TextDecoder().decode(bytes), {
      header: true,
      skipEmptyLines: true,
    });
    expect(errors).toEqual([]);
    expect(data).toEqual(
      ['ঢাকা মেডিকেল কলেজ হাসপাতাল', `'=HYPERLINK("http://evil")`, 'Sylhet, "MAG" Hospital'].map(
        (center, place) => {
          const date = isoDay(-(place + 1) * year);
          return {
            Year: date.slice(0, 4),
            'Donation Date': date,
            'Donation Center': center,
            'Blood Group': 'B+',
            Name: 'Rahim Uddin',
            'Service charge': place === 0 ? 'Paid' : 'Not paid',
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
    const answer = await ask('csv', { 'Accept-Language': accepted });
    expect(answer.headers.get('content-language')).toBe(language);
    expect(await answer.text()).toContain(heading);
  });

  test('today is the day that the caller has, where that can be', async () => {
    const tomorrow = await ask(`csv?today=${isoDay(day)}`);
    expect((await tomorrow.text()).split('\r\n').filter(Boolean)).toHaveLength(5);
    for (const today of [isoDay(3 * day), isoDay(-3 * day), 'yesterday', ''])
      expect((await ask(`csv?today=${today}`)).status).toBe(422);
  });
});

describe('the paper of past appointments', () => {
  test('holds what the table holds, page by page, and says what it is to a screen reader', async () => {
    const answer = await ask('pdf');
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="blood-buddies-donations-${isoDay()}.pdf"`,
      'cache-control': 'no-store',
    });
    const paper = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    const { text } = await extractText(paper, { mergePages: true });
    for (const expected of [
      member.email,
      'Past appointments: 3',
      'Sylhet, "MAG" Hospital',
      '=HYPERLINK',
      'Paid',
    ])
      expect(text).toContain(expected);
    expect(text).toMatch(/[\u0980-\u09ff]{4}/);
    expect(await paper.getMetadata()).toMatchObject({ info: { Title: 'My donations', Language: 'en' } });
    expect(await paper.getMarkInfo()).toMatchObject({ Marked: true });
    expect(JSON.stringify(await (await paper.getPage(1)).getStructTree())).toMatch(/"TH".*"TD"/);
  });

  test('is in Bengali for whoever reads Bengali', async () => {
    const answer = await ask('pdf', { 'Accept-Language': 'bn' });
    const paper = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    const { info } = await paper.getMetadata();
    expect(info).toMatchObject({ Title: 'আমার রক্তদান', Language: 'bn' });
  });

  test('of somebody without any it says so', async () => {
    const other = await app.register();
    const answer = await ask('pdf', {}, other);
    const paper = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    expect((await extractText(paper, { mergePages: true })).text).toContain('no past appointments yet');
  });
});

test('nobody sees anything of another, or without a sign-in', async () => {
  const other = await app.register();
  expect(await (await ask('csv', {}, other)).text()).not.toContain('Rahim');
  for (const file of ['csv', 'pdf'])
    expect((await app.send('GET', `/api/donations.${file}`)).status).toBe(401);
});

test('a member prints so many papers an hour, and no more', async () => {
  await using strict = await createTestApp({ RATE_LIMIT_SCALE: '0.1' });
  const { token } = await strict.register();
  const statuses = [];
  for (let papers = 0; papers < 5; papers += 1)
    statuses.push((await strict.send('GET', '/api/donations.pdf', { token })).status);
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  expect((await strict.send('GET', '/api/donations.csv', { token })).status).toBe(200);
});
