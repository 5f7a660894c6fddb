import type { Day } from '#contract/days.ts';

/** A whole day at a place, in words. */
export type CalendarEntry = { day: Day; title: string; details: string; place: string };

/**
 * Addresses that open a web calendar with the entry filled in. A day goes there as a date alone, so that it is the same
 * one in every time zone; where a calendar asks for an end, that is the day after.
 */
export const calendarLinks = (entry: CalendarEntry) => [
  { name: 'Google Calendar', href: google(entry) },
  { name: 'Outlook.com', href: outlook('https://outlook.live.com', entry) },
  { name: 'Office 365', href: outlook('https://outlook.office.com', entry) },
  { name: 'Yahoo', href: yahoo(entry) },
];

const google = ({ day, title, details, place }: CalendarEntry): string =>
  address('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(day)}/${compact(dayAfter(day))}`,
    details,
    location: place,
  });

const outlook = (origin: string, { day, title, details, place }: CalendarEntry): string =>
  address(`${origin}/calendar/0/action/compose`, {
    path: '/calendar/action/compose',
    rru: 'addevent',
    allday: 'true',
    startdt: day,
    enddt: dayAfter(day),
    subject: title,
    body: details,
    location: place,
  });

const yahoo = ({ day, title, details, place }: CalendarEntry): string =>
  address('https://calendar.yahoo.com/', {
    v: '60',
    dur: 'allday',
    st: compact(day),
    title,
    desc: details,
    in_loc: place,
  });

/** Outlook shows a plus as a plus: spaces go as %20. */
const address = (page: string, query: Record<string, string>): string =>
  `${page}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;

const compact = (day: string): string => day.replaceAll('-', '');

const dayAfter = (day: Day): string => {
  const date = new Date(`${day}T00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
};
