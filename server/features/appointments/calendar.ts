import { type Alarm, createEvent, type DateArray } from 'ics';
import type { Language } from '#contract/languages.ts';
import type { AppointmentTable } from '#server/db/tables.ts';
import { translator } from '#server/i18n/translator.ts';

type Site = {
  publicUrl: string;
  now: number;
  language: Language;
};

/**
 * The appointment as an iCalendar file: a whole day and a place, so that it is right in every time zone. After a change
 * of date the same event comes with the next number, by which calendars move it.
 * @throws Error when the library refuses the event
 */
export function toCalendar(appointment: AppointmentTable, { publicUrl, now, language }: Site): string {
  const { id, day, moves, blood_group, center } = appointment;
  const i18n = translator(language);
  const { error, value } = createEvent({
    uid: `${id}@${new URL(publicUrl).hostname}`,
    sequence: moves,
    productId: 'blood-buddies',
    title: i18n._('Blood donation appointment'),
    description: i18n._('Blood group {bloodGroup}. A donation takes 6-10 minutes.', {
      bloodGroup: blood_group,
    }),
    location: center,
    url: `${publicUrl}/dashboard/appointments`,
    start: dateOf(day, 0),
    end: dateOf(day, 1),
    lastModified: now,
    busyStatus: 'BUSY',
    alarms: [eveningBefore(i18n._('Tomorrow is your blood donation'))],
  });
  if (!value) throw error ?? new Error('The calendar file is empty.');
  return foldLines(value);
}

/** A day begins at midnight wherever the calendar is: 18:00 there. */
const eveningBefore = (description: string): Alarm => ({
  action: 'display',
  description,
  trigger: { hours: 6, before: true },
});

function dateOf(day: string, later: number): DateArray {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + later);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}

/** RFC 5545: no line of a calendar file is longer than this, in octets; what goes on begins with a space. */
const MAX_LINE = 75;

/** Folds anew by octets what the library has folded by letters: a Bengali one takes three, and more with its signs. */
const foldLines = (calendar: string): string =>
  calendar
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
    .map(foldLine)
    .join('\r\n');

function foldLine(line: string): string {
  const parts = [''];
  for (const letter of line) {
    const part = parts.at(-1) + letter;
    if (Buffer.byteLength(part) > MAX_LINE) parts.push(` ${letter}`);
    else parts[parts.length - 1] = part;
  }
  return parts.join('\r\n');
}
