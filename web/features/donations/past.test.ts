import { expect, test } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import type { EarlierDonation } from '#web/queries/imported-donations-query.ts';
import { countDonations, findLastDonation, splitHistory } from './past.ts';

const on = (date: Day, changes: Partial<Appointment> = {}): Appointment => ({
  ...changes,
  _id: date,
  name: 'Rahima Khatun',
  email: 'rahima@example.org',
  bloodGroup: 'B+',
  center: 'Dhaka',
  date,
  phone: '01712345678',
});
const split = (...dates: string[]) => {
  const { past, next } = splitHistory(
    '2026-11-22' as Day,
    (dates as Day[]).map((date) => on(date)),
  );
  return { past: past.map(({ date }) => date), next };
};

test('returns appointments before today, latest first', () => {
  expect(split('2026-11-21', '2026-12-24', '2025-01-02', '2026-11-22', '2026-05-05')).toEqual({
    past: ['2026-11-21', '2026-05-05', '2025-01-02'],
    next: '2026-11-22',
  });
});

test('next is undefined without upcoming appointments, and present without past ones', () => {
  expect(split('2026-05-05')).toEqual({ past: ['2026-05-05'], next: undefined });
  expect(split('2027-05-05', '2027-05-06')).toEqual({ past: [], next: '2027-05-05' });
  expect(split()).toEqual({ past: [], next: undefined });
});

test('an appointment whose day the center closed is not the next one', () => {
  const today = '2026-11-22' as Day;
  const closed = on('2026-11-25' as Day, { isClosed: true });
  expect(splitHistory(today, [closed]).next).toBeUndefined();
  expect(splitHistory(today, [closed, on('2026-12-24' as Day)]).next).toBe('2026-12-24');
});

test('counts from what the center recorded', () => {
  const day = '2026-11-21' as Day;
  const earlier = on('2026-05-05' as Day);
  const last = (status: Appointment['status']) => findLastDonation([on(day, status && { status }), earlier]);
  expect(last('fulfilled')).toEqual({ day, isConfirmed: true });
  for (const status of [undefined, 'arrived'] as const)
    expect(last(status)).toEqual({ day, isConfirmed: false });
  for (const status of ['deferred', 'not-given', 'noshow', 'cancelled'] as const)
    expect(last(status)).toEqual({ day: '2026-05-05', isConfirmed: false });
  expect(findLastDonation([])).toBeUndefined();
});

test('a visit without a donation adds no drop to the tree', () => {
  const day = '2026-11-21' as Day;
  const statuses = [
    undefined,
    'arrived',
    'fulfilled',
    'deferred',
    'not-given',
    'noshow',
    'cancelled',
  ] as const;
  const past = statuses.map((status) => on(day, status && { status }));
  expect(countDonations(past)).toEqual({ count: 3, confirmedCount: 1, importedCount: 0 });
});

test('imported donations are part of the history, unless an appointment says what happened on their day', () => {
  const imported = (date: string): EarlierDonation => ({
    _id: `imported ${date}`,
    date: date as Day,
    center: 'Sylhet',
    status: 'fulfilled',
    isImported: true,
  });
  const list = [
    on('2026-05-05' as Day, { status: 'fulfilled' }),
    on('2026-03-03' as Day, { status: 'noshow' }),
    on('2026-02-02' as Day, { status: 'deferred' }),
    on('2026-01-01' as Day, { status: 'not-given' }),
    // Today's appointment is not history yet.
    on('2026-11-22' as Day),
    on('2026-12-24' as Day),
  ];
  const { past } = splitHistory('2026-11-22' as Day, list, [
    imported('2026-11-22'),
    imported('2026-11-01'),
    imported('2026-05-05'),
    imported('2026-03-03'),
    imported('2026-03-03'),
    imported('2026-02-02'),
    imported('2026-01-01'),
  ]);
  expect(past.map(({ _id }) => _id)).toEqual([
    'imported 2026-11-22',
    'imported 2026-11-01',
    '2026-05-05',
    '2026-03-03',
    'imported 2026-03-03',
    '2026-02-02',
    '2026-01-01',
  ]);
  expect(countDonations(past)).toEqual({ count: 4, confirmedCount: 1, importedCount: 3 });
  expect(findLastDonation(past)).toEqual({ day: '2026-11-22', isConfirmed: false, isImported: true });
});
