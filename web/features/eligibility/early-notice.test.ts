import { beforeAll, expect, test } from 'vitest';
import type { Appointment } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { type PageData, setPageData } from '#web/before-react/page-data.ts';
import { findEarlyReason } from './early-notice.tsx';

beforeAll(() => setPageData({ site: {} } as PageData));

const today = '2026-11-29' as Day;
const appointment = (date: string, rest: Partial<Appointment> = {}) =>
  ({ date, ...rest }) as unknown as Appointment;
const reasonOn = (day: string, ...list: Appointment[]) => findEarlyReason(day as Day, list, today);

const planned = appointment('2026-12-13');
const given = appointment('2026-11-29', { status: 'fulfilled' });

test('a donation that the center recorded counts for each later day, whatever is booked in between', () => {
  const reason = { kind: 'given', last: '2026-11-29', from: '2027-03-21' };
  for (const day of ['2026-12-13', '2026-12-20', '2027-01-03'])
    expect(reasonOn(day, given, planned)).toEqual(reason);
  expect(reasonOn('2027-03-21', given)).toBeUndefined();
  expect(reasonOn('2026-11-28', given)).toBeUndefined();
});

test('after a recorded donation, a later past appointment without a record counts', () => {
  const recorded = appointment('2026-10-10', { status: 'fulfilled' });
  const past = appointment('2026-11-20');
  const reason = { kind: 'past', last: '2026-11-20', from: '2027-03-12' };
  expect(reasonOn('2026-12-15', recorded, past)).toEqual(reason);
});

test('without a record, the last appointment before counts, whether it is past or to come', () => {
  const past = appointment('2026-11-01');
  expect(reasonOn('2026-12-01', past)).toEqual({ kind: 'past', last: '2026-11-01', from: '2027-02-21' });
  expect(reasonOn('2026-12-20', past, planned)).toMatchObject({ kind: 'planned', last: '2026-12-13' });
  const notGiven = [
    ...(['deferred', 'not-given', 'noshow', 'cancelled'] as const).map((status) =>
      appointment('2026-12-01', { status }),
    ),
    appointment('2026-12-01', { isClosed: true }),
  ];
  expect(reasonOn('2026-12-20', ...notGiven)).toBeUndefined();
});

test('a deferral comes first, until its last day', () => {
  const deferred = appointment('2026-11-29', { status: 'deferred', deferredUntil: '2027-02-28' });
  expect(reasonOn('2026-12-01', given, deferred)).toEqual({ kind: 'deferred', from: '2027-02-28' });
  expect(reasonOn('2027-02-28', deferred)).toBeUndefined();
});
