import Papa from 'papaparse';
import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { toCsv } from './table.ts';
import { donation } from './testing/donations.ts';

const read = (csv: string) => Papa.parse<string[]>(csv, { skipEmptyLines: true }).data;

test.each(['=1+1', '+880', '-2', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠x'])(
  'prevents spreadsheets from evaluating %j',
  (typed) => {
    const [, row = []] = read(toCsv([donation({ center: typed, name: typed })], 'en'));
    expect([row[2], row[4]]).toEqual([`'${typed}`, `'${typed}`]);
  },
);

test.each(['A "great", big\nhospital; ঢাকা 🩸', 'two\nlines', 'two\rlines', 'two\r\nlines', ' x '])(
  'reads %j back unchanged',
  (center) => {
    expect(read(toCsv([donation({ center })], 'en'))[1]?.[2]).toBe(center);
  },
);

test('has headings without any past appointment, in both languages', () => {
  expect(read(toCsv([], 'en'))).toEqual([
    ['Year', 'Donation Date', 'Donation Center', 'Blood Group', 'Name', 'Service charge', 'Result'],
  ]);
  expect(read(toCsv([], 'bn'))[0]).toEqual([
    'বছর',
    'রক্তদানের তারিখ',
    'রক্তদান কেন্দ্র',
    'রক্তের গ্রুপ',
    'নাম',
    'সার্ভিস চার্জ',
    'ফলাফল',
  ]);
});

test('shows both amounts of a partial refund', () => {
  const partialRefund = { paid: 500, refunded: 200, currency: 'usd' };
  const statusIn = (language: 'en' | 'bn') => read(toCsv([donation({ partialRefund })], language))[1]?.[5];
  expect(statusIn('en')).toBe('Paid $5.00, refunded $2.00');
  expect(statusIn('bn')).toMatch(/৫\.০০.*২\.০০/);
});

test('says what the center recorded', () => {
  const results = [
    donation({ status: 'fulfilled' }),
    donation({ status: 'deferred', deferredUntil: '2026-12-24' as Day }),
    donation({ status: 'noshow' }),
    donation({ status: 'cancelled' }),
    donation({ status: 'cancelled', cancellationReason: 'address-unconfirmed' }),
    donation({ status: 'fulfilled', isImported: true }),
    donation(),
  ];
  expect(read(toCsv(results, 'en')).map((row) => row.at(-1))).toEqual([
    ...['Result', 'Confirmed by the center', 'May donate from December 24, 2026'],
    ...['Did not come', 'Canceled by the center'],
    ...['Canceled, because the email address was not confirmed', "From the community's own list", ''],
  ]);
});

test('ends lines as RFC 4180 requires', () => {
  expect(toCsv([donation()], 'en')).toMatch(/^\ufeffYear,.*\r\n2025,2025-11-21,.*\r\n$/);
});
