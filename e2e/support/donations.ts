import type { APIRequestContext } from '@playwright/test';
import { moveToPast } from '#server/features/donations/testing/in-the-past.ts';
import { addAppointment, inDays } from './appointments.ts';
import type { Member } from './member.ts';
import type { Site } from './site.ts';

/** Adds appointments on past days and returns their ids. */
export async function addPastAppointments(
  site: Site,
  request: APIRequestContext,
  member: Member,
  past: readonly { day: string; center: string }[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, { day, center }] of past.entries()) {
    const id = await addAppointment(request, member, { date: inDays(index + 20), center });
    moveToPast(site.dataDir, id, day);
    ids.push(id);
  }
  return ids;
}
