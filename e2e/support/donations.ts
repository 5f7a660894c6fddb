import type { APIRequestContext } from '@playwright/test';
import { putInThePast } from '#server/features/donations/testing/in-the-past.ts';
import { addAppointment, inDays } from './appointments.ts';
import type { Member } from './member.ts';
import type { Site } from './site.ts';

/** Appointments of these days, which have been; gives their ids. */
export async function addPast(
  site: Site,
  request: APIRequestContext,
  member: Member,
  past: readonly { day: string; center: string }[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [place, { day, center }] of past.entries()) {
    const id = await addAppointment(request, member, { date: inDays(place + 20), center });
    putInThePast(site.dataDir, id, day);
    ids.push(id);
  }
  return ids;
}
