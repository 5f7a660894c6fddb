import type { Center, CenterDay } from '#contract/centers.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { listCenterDays } from './days.ts';
import { toLocalTimestamp } from './local-time.ts';
import { type CenterWithSeries, findCenter } from './repository.ts';
import { toCenter } from './serialize.ts';

/** Number of days whose clinics are described for search engines. */
const LISTED_DAYS = 28;

type Options = { publicUrl: string; siteName: string; now: number };

/**
 * Returns a center and its clinics as schema.org events, for search engines, or undefined if there is no such
 * center.
 */
export async function describeCenter(
  db: Db,
  id: string,
  { now, ...options }: Options,
): Promise<{ center: Center; events: object[] } | undefined> {
  const center = await findCenter(db, id);
  if (!center) return undefined;
  const range = { from: utcDay(now - days(1)), to: utcDay(now + days(LISTED_DAYS)), now };
  const clinics = (await listCenterDays(db, center, range)).filter(({ open, isClosed }) => open || isClosed);
  return { center: toCenter(center), events: clinics.map((day) => toEvent(center, day, options)) };
}

function toEvent(
  { id, name, address, time_zone }: CenterWithSeries,
  { date, opens = '', closes = '', isClosed, capacity, free }: CenterDay,
  { publicUrl, siteName }: Omit<Options, 'now'>,
) {
  return {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': `${publicUrl}/centers/${id}#${date}`,
    name: `Blood donation: ${name}`,
    url: `${publicUrl}/centers/${id}`,
    startDate: toLocalTimestamp(date as Day, opens, time_zone),
    endDate: toLocalTimestamp(date as Day, closes, time_zone),
    eventStatus: `https://schema.org/${isClosed ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name, address },
    organizer: { '@type': 'Organization', name: siteName, url: publicUrl },
    maximumAttendeeCapacity: capacity,
    remainingAttendeeCapacity: free,
  };
}
