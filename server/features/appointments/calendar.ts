import { type Alarm, createEvent } from 'ics';
import { VISIT_HOURS } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import type { Language } from '#contract/languages.ts';
import { days, hours, minutes } from '#platform/time.ts';
import type { CenterRow } from '#server/db/center-tables.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { startOfSlot } from '#server/features/centers/local-time.ts';
import { currentCenterName } from '#server/features/centers/rules.ts';
import { describeVisit, readVisit } from '#server/features/centers/visit.ts';
import { wholeDays } from '#server/i18n/calendar-days.ts';
import { foldLines } from '#server/i18n/calendar-lines.ts';
import { getTranslator } from '#server/i18n/translator.ts';

type CalendarOptions = {
  publicUrl: string;
  now: number;
  language: Language;
  /** Absent if the appointment has no known center. */
  center?: Center | undefined;
};
type Center = Pick<CenterRow, 'name' | 'name_key' | 'address' | 'time_zone' | 'visit'>;

/**
 * Returns the appointment as an iCalendar file. Without a known center and arrival time, the event lasts all
 * day, which is right in every time zone. Each change of the date increments the sequence number, so that
 * calendars move the event.
 * @throws Error if the library rejects the event
 */
export function toICalendar(
  appointment: AppointmentRow,
  { publicUrl, now, language, center: known }: CalendarOptions,
): string {
  const { id, day, moves, slot_time: time } = appointment;
  const center = currentCenterName(appointment, known);
  const i18n = getTranslator(language);
  const { error, value } = createEvent({
    uid: `${id}@${new URL(publicUrl).hostname}`,
    sequence: moves,
    productId: 'blood-buddies',
    title: i18n._('Blood donation appointment'),
    // Omit the blood group, because calendars are shared, and shown on lock screens.
    description: describe(language, known),
    location: known ? `${center}, ${known.address}` : center,
    url: `${publicUrl}/dashboard/appointments`,
    ...(known && time ? timed(known, { day, time }) : wholeDays(day as Day)),
    lastModified: now,
    alarms: [
      {
        action: 'display',
        description: i18n._('Your blood donation is tomorrow'),
        trigger: known && time ? eveningBefore(known, { day, time }) : EVENING_BEFORE_MIDNIGHT,
      },
    ],
  });
  if (!value) throw error ?? new Error('The calendar file is empty.');
  return foldLines(value);
}

function describe(language: Language, center: Center | undefined): string {
  const i18n = getTranslator(language);
  const visit = center ? readVisit(center) : {};
  const usual = visit.duration ? [] : [i18n._('A donation takes 6-10 minutes.')];
  return [...usual, ...describeVisit(language, visit).map((row) => row.join(': '))].join('\n');
}

type ArrivalTime = { day: Day; time: string };

function timed(center: Center, slot: ArrivalTime) {
  const start = startOfSlot(center, slot);
  return {
    start,
    startInputType: 'utc',
    startOutputType: 'utc',
    end: start + hours(VISIT_HOURS),
    endOutputType: 'utc',
    busyStatus: 'BUSY',
    transp: 'OPAQUE',
  } as const;
}

/** All-day events begin at local midnight, so 6 hours earlier is 18:00 local time. */
const EVENING_BEFORE_MIDNIGHT: Alarm['trigger'] = { hours: 6, before: true };

/** The time from 18:00 the day before until an arrival. Daylight saving time may begin or end in between. */
function eveningBefore(center: Center, slot: ArrivalTime): Alarm['trigger'] {
  const before = new Date(Date.parse(`${slot.day}T00:00:00Z`) - days(1)).toISOString().slice(0, 10) as Day;
  const evening = startOfSlot(center, { day: before, time: '18:00' });
  return { minutes: (startOfSlot(center, slot) - evening) / minutes(1), before: true };
}
