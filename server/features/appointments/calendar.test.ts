import ICAL from 'ical.js';
import { describe, expect, test } from 'vitest';
import type { Day } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { noon } from '#server/testing/people.ts';
import { toICalendar } from './calendar.ts';

const appointment = {
  id: '019d0000-0000-7000-8000-000000000001',
  day: '2026-12-31',
  blood_group: 'AB-',
  center: 'Dhaka Medical College',
  center_key: 'dhaka medical college',
  moves: 0,
} as AppointmentRow;

const site = { publicUrl: 'https://blood.example.org', now: noon, language: 'en' as Language };

const createFile = (
  changes: Partial<AppointmentRow> = {},
  options: Partial<Parameters<typeof toICalendar>[1]> = {},
): string => toICalendar({ ...appointment, ...changes }, { ...site, ...options });

/** Parses the file with another library. */
const parseEvent = (file: string) =>
  new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vevent') as ICAL.Component;

test('covers the day without time or time zone, until the next day', () => {
  const component = parseEvent(createFile());
  const { startDate, endDate } = new ICAL.Event(component);
  expect([startDate.isDate, endDate.isDate]).toEqual([true, true]);
  expect([startDate.toString(), endDate.toString()]).toEqual(['2026-12-31', '2027-01-01']);
  expect(createFile()).not.toMatch(/TZID|DURATION/);
  expect(component.getFirstPropertyValue('transp')).toBe('TRANSPARENT');
});

test('rings at 18:00 the day before, in every time zone', () => {
  const component = parseEvent(createFile());
  const alarms = component.getAllSubcomponents('valarm');
  expect(alarms).toHaveLength(1);
  const [alarm] = alarms;
  expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY');
  expect(alarm?.getFirstPropertyValue('description')).toBeTruthy();
  const trigger = alarm?.getFirstPropertyValue('trigger') as ICAL.Duration;
  expect(trigger.toSeconds()).toBe(-6 * 3600);
  for (const zone of [ICAL.Timezone.utcTimezone, ICAL.Timezone.localTimezone]) {
    const midnight = new ICAL.Time({ year: 2026, month: 12, day: 31, isDate: false }, zone);
    midnight.addDuration(trigger);
    expect(midnight.toString()).toMatch(/^2026-12-30T18:00:00/);
  }
});

test('begins at the arrival time at a center, with what it says, and rings at 18:00 the day before there', () => {
  const names = { name: 'Dhaka Medical College', name_key: 'dhaka medical college' };
  const visit = '{"arrival":"At the gate; early","duration":"An hour"}';
  const center = { ...names, address: '12 Green Road, Dhaka', time_zone: 'Europe/London', visit };
  // The clock goes back at night.
  const day = '2026-10-25' as Day;
  const component = parseEvent(createFile({ day, slot_time: '10:30' }, { center }));
  const { startDate, endDate, location } = new ICAL.Event(component);
  expect([startDate.toJSDate().toISOString(), endDate.toJSDate().toISOString()]).toEqual([
    '2026-10-25T10:30:00.000Z',
    '2026-10-25T11:30:00.000Z',
  ]);
  expect(location).toBe('Dhaka Medical College, 12 Green Road, Dhaka');
  expect(component.getFirstPropertyValue('description')).toBe(
    'When to arrive: At the gate; early\nHow long it takes: An hour',
  );
  expect(component.getFirstPropertyValue('transp')).toBe('OPAQUE');
  const trigger = component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger') as ICAL.Duration;
  expect(trigger.toSeconds()).toBe(-17.5 * 3600);
  // A clinic without intervals takes the whole day.
  const allDay = new ICAL.Event(parseEvent(createFile({ day, slot_time: '' }, { center })));
  expect([allDay.startDate.isDate, allDay.location]).toEqual([true, location]);
});

test('updates the same event, with a higher sequence number and a later timestamp, when the date changes', () => {
  const before = parseEvent(createFile());
  const after = parseEvent(createFile({ day: '2027-02-28' as Day, moves: 1 }, { now: noon + 60_000 }));
  const read = (component: ICAL.Component) => {
    const { uid, sequence, startDate, endDate } = new ICAL.Event(component);
    const modified = component.getFirstPropertyValue('last-modified') as ICAL.Time;
    return { uid, sequence, days: `${startDate} ${endDate}`, modified: modified.toUnixTime() };
  };
  expect(read(before)).toEqual({
    uid: `${appointment.id}@blood.example.org`,
    sequence: 0,
    days: '2026-12-31 2027-01-01',
    modified: noon / 1000,
  });
  expect(read(after)).toMatchObject({
    uid: read(before).uid,
    sequence: 1,
    days: '2027-02-28 2027-03-01',
    modified: noon / 1000 + 60,
  });
  const stamp = after.getFirstPropertyValue('dtstamp') as ICAL.Time;
  expect(stamp.zone.tzid).toBe('UTC');
});

test('is in Bengali for a member who reads Bengali, on lines of at most 75 octets', () => {
  const file = createFile({}, { language: 'bn' });
  const { summary, description } = new ICAL.Event(parseEvent(file));
  expect([summary, description].join()).toMatch(/^[^a-zA-Z]+$/);
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});

describe('keeps every center unchanged', () => {
  test.each([
    'Dhaka Medical College, Gate 2; ask for "Rahim"',
    'ঢাকা মেডিকেল কলেজ হাসপাতাল, রক্ত পরিসঞ্চালন বিভাগ; দ্বিতীয় তলা, বহির্বিভাগ ভবনের পাশে',
    'One\nTwo',
    'C:\\blood\\n, 😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀😀',
    `Hospital\r\nEND:VEVENT\r\nBEGIN:VEVENT`,
    'x'.repeat(200),
  ])('%j', (center) => {
    const file = createFile({ center });
    const calendar = new ICAL.Component(ICAL.parse(file));
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1);
    expect(new ICAL.Event(parseEvent(file)).location).toBe(center.replaceAll('\r\n', '\n'));
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});
