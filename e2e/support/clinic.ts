import { type APIRequestContext, expect } from '@playwright/test';
import { utcDay } from '#contract/days.ts';
import { days } from '#platform/time.ts';
import { type Member, registerMember } from './member.ts';
import type { Site } from './site.ts';
import { giveRole, openDatabase } from './staff.ts';

/** The next Tuesday that is at least a week ahead. */
export const tuesday = (() => {
  const day = new Date(Date.now() + days(7));
  day.setUTCDate(day.getUTCDate() + ((9 - day.getUTCDay()) % 7));
  return utcDay(day.getTime());
})();

/** Sends a request of this member, which must succeed. */
export async function sendAs<Body>(
  request: APIRequestContext,
  { accessToken }: Member,
  { method = 'POST', path, data }: { method?: string; path: string; data?: object },
): Promise<Body> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const response = await request.fetch(`/api${path}`, { method, headers, ...(data && { data }) });
  expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
  return (await response.json().catch(() => undefined)) as Body;
}

/**
 * Makes a member the owner, with the center `Dhaka Clinic`, which has two slots on each day, at 9:00 and
 * 9:30.
 */
export async function addClinic(request: APIRequestContext, site: Site): Promise<Member> {
  const owner = await registerMember(request);
  using database = openDatabase(site.dataDir);
  giveRole(database, owner.email, 'owner');
  // Sign-ins of this journey have no second factor, so a trigger adds one.
  const trigger = 'create trigger second_factor after insert on sessions begin update sessions';
  database.exec(`update sessions set second_factor = 'totp'; ${trigger} set second_factor = 'totp'; end`);
  const center = { name: 'Dhaka Clinic', address: 'Dhaka', timeZone: 'Asia/Dhaka' };
  const { insertedId } = await sendAs<{ insertedId: string }>(request, owner, {
    path: '/staff/centers',
    data: center,
  });
  const hours = { opens: '09:00', closes: '10:00', intervalMinutes: 30, slots: 1 };
  const data = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: utcDay(Date.now() - days(1)), ...hours };
  await sendAs(request, owner, { path: `/staff/centers/${insertedId}/series`, data });
  return owner;
}
