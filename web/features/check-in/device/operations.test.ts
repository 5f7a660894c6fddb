import { expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import { encodePass, formatToken } from '#contract/donation-pass.ts';
import { type AppointmentStatus, appointmentStatuses } from '#contract/values.ts';
import { applyOperations, type CheckInRow, countRows, searchRows, searchSimilarNames } from './operations.ts';

const row = (
  _id: string,
  name: string,
  phoneEnd: string,
  status: AppointmentStatus = 'booked',
): CheckInRow => ({
  _id,
  name,
  phoneEnd,
  status,
  bloodGroup: 'O+',
});
const rahima = row('019aba1e-0000-7000-8000-0123456789ab', 'Rahima Khatun', '5671');
const karim = row('019aba1e-0000-7000-8000-fedcba987654', 'Karim Uddin', '0001');

test('donors are found by part of the name or of the last digits, and by the number or text of the pass', () => {
  const find = (text: string) => searchRows([rahima, karim], text).map(({ name }) => name.split(' ')[0]);
  for (const text of [
    'khat',
    '567',
    '৫৬৭',
    '01712345671',
    '89ab',
    '89AB ',
    rahima._id,
    rahima._id.toUpperCase(),
  ])
    expect(find(text), text).toEqual(['Rahima']);
  const pass = encodePass({ keyId: 1, day: '2026-11-24' as Day, appointmentId: karim._id, center: 1 });
  expect(find(formatToken(pass, new Uint8Array(64)))).toEqual(['Karim']);
  expect(find('019aba1e-0000')).toHaveLength(2);
  expect(find('zzz')).toEqual([]);
  // A letter can be encoded in one code point or in two, and a number can be written in several ways.
  const riyad = row('019aba1e-0000-7000-8000-0000000000aa', 'রি\u09df\u09beদ  Khan', '4006');
  for (const text of ['রি\u09af\u09bc\u09beদ', 'দ khan', '017112240 06', '+880 1711-224006'])
    expect(searchRows([riyad], text), text).toEqual([riyad]);
});

test.each([
  ['Md. Rahim Uddin', ['md rahim', 'MD.RAHIM', 'uddin, rahim', 'rahim  md']],
  ['Abdul Karim', ['karim abdul', 'kar abd']],
  ['J\u00fcrgen M\u00fcller', ['muller', 'M\u00dcLLER', 'mu\u0308ller j']],
  ["Siobh\u00e1n O'Brien", ['o\u2019brien', 'obrien', 'siobhan', "brien o'"]],
  ['Al-Amin Haque', ['al amin', 'alamin', 'al\u2010amin']],
  ['\u09b0\u200d\u09cd\u09af\u09be\u09ac', ['\u09b0\u09cd\u09af\u09be\u09ac', '\u09b0\u200c\u09cd\u09af']],
  ['\u0986\u09ac\u09cd\u09a6\u09c1\u09b0', ['\u0986\u09ac\u09cd\u200c\u09a6\u09c1\u09b0']],
  ['Ward \u09eb\u09e7', ['51', '\u09eb\u09e7 ward']],
])(
  'a name is found without punctuation, joiners and Latin marks, by its words in any order: %s',
  (name, texts) => {
    const rows = [row('019aba1e-0000-7000-8000-0000000000aa', name, '4006'), rahima, karim];
    for (const text of texts) expect(searchRows(rows, text), text).toContain(rows[0]);
    for (const text of [`${texts[0]} xz`, `xz${texts[0]}`, "'", '. -'])
      expect(searchRows(rows, text), text).toEqual([]);
  },
);

test.each([
  ['Rahima Khatun', ['rohima khatoon', 'Raheema', 'khatoon'], ['karima', 'rahima akter', 'a', '']],
  ['Mohammad Hossain', ['Muhammed Hussein', 'mohamad'], ['mohsin']],
  ['Md. Aziz', ['ajij', 'MD AZEEZ'], ['amin']],
  ['\u09b0\u09b9\u09bf\u09ae\u09be', ['\u09b0\u09b9\u09c0\u09ae\u09be'], ['\u0995\u09b0\u09bf\u09ae']],
])('a name is similar when only vowels, h or repeated letters differ: %s', (name, similar, others) => {
  const rows = [row('019aba1e-0000-7000-8000-0000000000aa', name, '4006')];
  for (const text of similar) expect(searchSimilarNames(rows, text), text).toEqual(rows);
  for (const text of others) expect(searchSimilarNames(rows, text), text).toEqual([]);
});

test('a donor who gave blood or was deferred no longer waits', () => {
  const statuses = ['arrived', 'fulfilled', 'fulfilled', 'deferred', 'not-given', 'booked'] as const;
  const rows = statuses.map((status, n) => row(`${n}`, 'Donor', '0000', status));
  expect(countRows(rows)).toMatchObject({ expected: 1, arrived: 1, gave: 2, deferred: 1 });
});

test('the numbers by status add up to all appointments', () => {
  const rows = appointmentStatuses.map((status) => row(status, 'Donor', '0000', status));
  const { overCapacity: _, ...byStatus } = countRows(rows);
  expect(Object.values(byStatus).reduce((sum, count) => sum + count)).toBe(rows.length);
});

test('a change of an appointment resolves its conflict, unless the response says otherwise', () => {
  const at = '2026-11-24T09:00:00.000Z';
  const conflict = [{ status: 'booked', at, operationId: 'o0' } as const];
  const change = {
    kind: 'status',
    appointmentId: karim._id,
    status: 'arrived',
    at,
    operationId: 'o1',
  } as const;
  expect(applyOperations([rahima, { ...karim, conflict }], [change])).toEqual([
    rahima,
    { ...karim, status: 'arrived', isPending: true },
  ]);
});
