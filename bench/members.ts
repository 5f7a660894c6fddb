import { randomUUID } from 'node:crypto';
import { bookableDays, type Day, toDay } from '../contract/days.ts';
import { openDatabase } from '../platform/database/open.ts';
import { newId } from '../platform/ids.ts';
import { openSecrets } from '../platform/security/secrets.ts';
import { hours, systemClock } from '../platform/time.ts';
import type { Tables } from '../server/db/tables.ts';
import { createAccessTokens } from '../server/features/users/access-tokens.ts';
import { registerUser } from '../server/features/users/rules.ts';
import { requestBytes } from './load/connection.ts';

/** A signed-in member. */
export type Member = { email: string; token: string };
type RunningSite = { url: string; dataDir: string };

export const newIds = (count: number): string[] => Array.from({ length: count }, newId);

/** Creates members with these user ids on a running site with SQLite, without hashing a password for each. */
export async function createMembers({ url, dataDir }: RunningSite, ids: string[]): Promise<Member[]> {
  const database = await openDatabase({ dataDir });
  try {
    const db = database.withTables<Tables>();
    const getSecret = await openSecrets({ db: database, dataDir });
    const key = new TextEncoder().encode(await getSecret('access-token-key'));
    const tokens = createAccessTokens({ db, key, issuer: `${url}/api`, clock: systemClock });
    const identity = { isSessionActive: async () => true };
    const isStaff = async () => false;
    const members: Member[] = [];
    for (const id of ids) {
      const issuedAt = systemClock();
      const email = `donor-${id}@example.org`;
      const person = { id, email, issuedAt, expiresAt: issuedAt + hours(1) };
      const { token } = await registerUser({ db, clock: systemClock, tokens, identity, isStaff }, person, {
        email,
      });
      members.push({ email, token });
    }
    return members;
  } finally {
    await database.destroy();
  }
}

export const listRequest = (url: string, { email, token }: Member): string =>
  requestBytes(`${url}/api/appointments?${new URLSearchParams({ email })}`, {
    headers: { authorization: `Bearer ${token}` },
  });

/** Creates booking requests: one booking per member and day, and successive requests from different members. */
export async function bookingRequests(site: RunningSite, count: number): Promise<string[]> {
  const days = daysAhead();
  const members = await createMembers(site, newIds(Math.ceil(count / days.length)));
  return days.flatMap((day) => members.map((member) => bookingRequest(site.url, member, day)));
}

/** The appointment form's request. */
export function bookingRequest(url: string, { email, token }: Member, date: string): string {
  const body = {
    name: 'Rahim Uddin',
    email,
    phone: '01712345678',
    center: 'Dhaka Medical College',
    bloodGroup: 'O+',
    date,
  };
  return requestBytes(`${url}/api/appointments?${new URLSearchParams({ email, date })}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
}

/** Bookable days from today on, so that a run past midnight has no day in the past. */
export function daysAhead(): Day[] {
  const { last } = bookableDays(Date.now());
  const days: Day[] = [];
  for (let date = new Date(); toDay(date) <= last; date.setDate(date.getDate() + 1)) days.push(toDay(date));
  return days;
}
