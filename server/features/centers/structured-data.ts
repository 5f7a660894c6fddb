import type { CenterDay } from '#contract/centers.ts';
import { type Day, utcDay } from '#contract/days.ts';
import { isCenterId } from '#contract/staff-access.ts';
import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { listCenterDays } from './days.ts';
import { toLocalTimestamp } from './local-time.ts';
import { type CenterWithSeries, findCenter } from './repository.ts';

/** Number of days whose clinics are described for search engines. */
const LISTED_DAYS = 28;

/** Length in characters up to which search engines and link previews show a description in full. */
const MAX_DESCRIPTION = 160;

type Options = { publicUrl: string; now: number };

/**
 * Describes the page of a center for search engines and link previews: its name, its address, and a script
 * for the head with its clinics as schema.org events. Returns undefined if there is no such center.
 */
export async function describeCenterPage(db: Db, id: string, { publicUrl, now }: Options) {
  const center = isCenterId(id) ? await findCenter(db, id) : undefined;
  if (!center) return undefined;
  const range = { from: utcDay(now - days(1)), to: utcDay(now + days(LISTED_DAYS)), now };
  const clinics = (await listCenterDays(db, center, range)).filter(({ open, isClosed }) => open || isClosed);
  const events = clinics.map((day) => toEvent(center, day, publicUrl));
  // A `<` in a name must not end the script.
  const json = JSON.stringify(events).replaceAll('<', '\\u003c');
  const { name, address, notes } = center;
  const text = [address, ...(notes ? [notes] : [])].join('. ').replaceAll(/\s+/g, ' ');
  return {
    title: `${name} | Blood Buddies`,
    description: text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…` : text,
    head: `<script type="application/ld+json">${json}</script>`,
  };
}

function toEvent(
  { id, name, address, time_zone }: CenterWithSeries,
  { date, opens = '', closes = '', isClosed, capacity, free }: CenterDay,
  publicUrl: string,
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
    organizer: { '@type': 'Organization', name: 'Blood Buddies', url: publicUrl },
    maximumAttendeeCapacity: capacity,
    remainingAttendeeCapacity: free,
  };
}
