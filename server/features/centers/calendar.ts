import { createEvents, type EventAttributes } from 'ics';
import { type CenterDay, MAX_DAYS } from '#contract/centers.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { foldLines } from '#server/i18n/calendar-lines.ts';
import { listCenterDays } from './days.ts';
import { toInstant } from './local-time.ts';
import type { CenterWithSeries } from './repository.ts';

type Options = { publicUrl: string; now: number };

/**
 * Renders the clinics of the next days as an iCalendar feed. A closed clinic is a canceled event. The event's
 * title says so as well, because many calendars ignore the status.
 * @throws Error if the library rejects an event
 */
export async function renderClinicCalendar(
  db: Db,
  center: CenterWithSeries,
  { publicUrl, now }: Options,
): Promise<string> {
  const from = utcDay(now - days(1));
  const to = utcDay(now + days(MAX_DAYS - 2));
  const clinics = (await listCenterDays(db, center, { from, to, now })).filter(({ opens }) => opens);
  const { error, value } = createEvents(
    clinics.map((day) => toEvent(center, day, publicUrl)),
    { productId: 'blood-buddies', calName: center.name },
  );
  if (value == null) throw error ?? new Error('The calendar file is empty.');
  return foldLines(value);
}

/** Adds DTSTAMP, which the library's types lack. */
type Event = EventAttributes & { timestamp: number };

function toEvent(
  { id, name, address, time_zone, version, changed_at }: CenterWithSeries,
  { date, opens = '', closes = '', isClosed }: CenterDay,
  publicUrl: string,
): Event {
  return {
    uid: `${date}-${id}@${new URL(publicUrl).hostname}`,
    sequence: version,
    title: `${isClosed ? 'Canceled: ' : ''}Blood donation: ${name}`,
    location: address,
    url: `${publicUrl}/centers/${id}`,
    start: toInstant(date as Day, opens, time_zone),
    end: toInstant(date as Day, closes, time_zone),
    startInputType: 'utc',
    startOutputType: 'utc',
    endInputType: 'utc',
    endOutputType: 'utc',
    // Use the time of the last change, because the current time would change the file with each request.
    timestamp: changed_at,
    lastModified: changed_at,
    status: isClosed ? 'CANCELLED' : 'CONFIRMED',
  };
}
