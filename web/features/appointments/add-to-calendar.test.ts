import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Day } from '#contract/days.ts';
import { calendarLinks } from './add-to-calendar.tsx';

const entry = {
  day: '2026-12-31' as Day,
  title: 'Blood donation appointment',
  details: 'A donation takes 6-10 minutes & more',
  place: 'ঢাকা মেডিকেল, Gate #2',
};

const readLinks = (day: Day = entry.day, startsAt?: string) =>
  Object.fromEntries(
    calendarLinks({ ...entry, day, startsAt }).map(({ name, href }) => [
      name,
      { href, ...Object.fromEntries(new URL(href).searchParams) },
    ]),
  );

test('every link carries the entry unchanged', () => {
  expect(readLinks()).toMatchObject({
    'Google Calendar': {
      text: entry.title,
      details: entry.details,
      location: entry.place,
      action: 'TEMPLATE',
    },
    'Outlook.com': { subject: entry.title, body: entry.details, location: entry.place, allday: 'true' },
    'Office 365': { subject: entry.title, body: entry.details, location: entry.place, allday: 'true' },
    Yahoo: { title: entry.title, desc: entry.details, in_loc: entry.place, dur: 'allday' },
  });
  // A literal plus sign must be percent-encoded, or calendars read it as a space.
  for (const { href } of calendarLinks(entry)) expect(href).not.toContain('+');
});

test('a timed appointment begins at its instant, and takes an hour', () => {
  const links = readLinks('2026-12-01' as Day, '2026-12-01T03:30:00.000Z');
  const outlook = { startdt: '2026-12-01T03:30:00Z', enddt: '2026-12-01T04:30:00Z' };
  expect(links).toMatchObject({
    'Google Calendar': { dates: '20261201T033000Z/20261201T043000Z' },
    'Outlook.com': outlook,
    'Office 365': outlook,
    Yahoo: { st: '20261201T033000Z', et: '20261201T043000Z' },
  });
  for (const name of ['Outlook.com', 'Office 365']) expect(links[name]).not.toHaveProperty('allday');
  expect(links.Yahoo).not.toHaveProperty('dur');
});

describe.each(['Pacific/Kiritimati', 'Asia/Dhaka', 'UTC', 'America/Los_Angeles'])('in %s', (zone) => {
  afterEach(() => vi.unstubAllEnvs());

  test.each([
    ['2026-12-31', '2027-01-01'],
    ['2028-02-28', '2028-02-29'],
    ['2027-03-14', '2027-03-15'],
  ])('%s is an all-day event that ends on %s', (day, after) => {
    vi.stubEnv('TZ', zone);
    const [from, to] = [day, after].map((date) => date.replaceAll('-', ''));
    expect(readLinks(day as Day)).toMatchObject({
      'Google Calendar': { dates: `${from}/${to}` },
      'Outlook.com': { startdt: day, enddt: after },
      'Office 365': { startdt: day, enddt: after },
      Yahoo: { st: from },
    });
  });
});
