import { type Alarm, createEvent, type DateArray } from 'ics';
import type { Language } from '#contract/languages.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { foldLines } from '#server/i18n/calendar-lines.ts';
import { translator } from '#server/i18n/translator.ts';

type CalendarOptions = {
  publicUrl: string;
  now: number;
  language: Language;
};

/**
 * Returns the appointment as an iCalendar file. It is an all-day event, so it is right in every time zone. A changed
 * date increments the sequence number, which makes calendars move the event.
 * @throws Error if the library rejects the event
 */
export function toCalendar(
  appointment: AppointmentRow,
  { publicUrl, now, language }: CalendarOptions,
): string {
  const { id, day, moves, center } = appointment;
  const i18n = translator(language);
  const { error, value } = createEvent({
    uid: `${id}@${new URL(publicUrl).hostname}`,
    sequence: moves,
    productId: 'blood-buddies',
    title: i18n._('Blood donation appointment'),
    // No blood group: calendars are shared, and shown on lock screens.
    description: i18n._('A donation takes 6-10 minutes.'),
    location: center,
    url: `${publicUrl}/dashboard/appointments`,
    start: toDateArray(day, 0),
    end: toDateArray(day, 1),
    lastModified: now,
    busyStatus: 'BUSY',
    alarms: [eveningBeforeAlarm(i18n._('Your blood donation is tomorrow'))],
  });
  if (!value) throw error ?? new Error('The calendar file is empty.');
  return foldLines(value);
}

/** All-day events begin at local midnight, so 6 hours earlier is 18:00 local time. */
const eveningBeforeAlarm = (description: string): Alarm => ({
  action: 'display',
  description,
  trigger: { hours: 6, before: true },
});

function toDateArray(day: string, plusDays: number): DateArray {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + plusDays);
  return [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
}
