import * as z from 'zod/mini';
import { Appointment } from '#contract/appointments.ts';
import { siteConfig } from '#web/api/config.ts';
import { forgetKept, keepFor, keptFor } from '#web/session/kept-for.ts';

const key = 'bloodBuddiesAppointments';

/** More than one has in years; a storage takes some megabytes in all. */
const most = 300;

/** What this device knew of a member's appointments when it last had a line, and when that was. */
export function keptAppointments(uid: string | undefined) {
  const kept = keptFor(key, uid, z.array(Appointment));
  return kept && { list: kept.value, at: kept.at };
}

export async function keepAppointments(uid: string, list: Appointment[]): Promise<void> {
  const { parts } = await siteConfig();
  if (parts.includes('offline')) keepFor(key, uid, list.slice(0, most));
  else forgetKept(key);
}
