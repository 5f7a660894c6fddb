import { randomUUID } from 'node:crypto';
import { MAX_OPEN_SLOTS } from '../contract/booking-limits.ts';
import type { ClinicRule } from '../contract/clinic-rule.ts';
import { type Day, utcDay } from '../contract/days.ts';
import { openDatabase } from '../platform/database/open.ts';
import { newId } from '../platform/ids.ts';
import { openSecrets } from '../platform/security/secrets.ts';
import { days, hours, systemClock } from '../platform/time.ts';
import type { Tables } from '../server/db/tables.ts';
import { addTestCenter, createCenterDeps, rule } from '../server/features/centers/testing/center-deps.ts';
import { createAccessTokens } from '../server/features/users/access-tokens.ts';
import { registerUser } from '../server/features/users/rules.ts';
import type { MeasuredSite } from './site.ts';
import { postOf, requestBytes } from './wrk.ts';

/** A signed-in member. */
export type Member = { email: string; token: string };
type RunningSite = Pick<MeasuredSite, 'url' | 'dataDir' | 'databaseUrl'>;

/** Opens the database and the secrets of a running site. */
export async function openStorage({ dataDir, databaseUrl: url }: RunningSite) {
  const database = await openDatabase(url ? { url } : { dataDir });
  const getSecret = await openSecrets({ db: database, ...(!url && { dataDir }) });
  return { db: database.withTables<Tables>(), getSecret, [Symbol.asyncDispose]: () => database.destroy() };
}

/** Creates members without hashing a password for each. */
export async function createMembers(site: RunningSite, count: number): Promise<Member[]> {
  await using storage = await openStorage(site);
  const { db, getSecret } = storage;
  const clock = systemClock;
  const key = new TextEncoder().encode(await getSecret('access-token-key'));
  const tokens = createAccessTokens({ db, key, issuer: `${site.url}/api`, clock });
  const identity = { findActiveSession: async () => ({}) };
  const deps = { db, clock, tokens, identity, isStaff: async () => false };
  return await Array.fromAsync({ length: count }, async () => {
    const id = newId();
    const email = `donor-${id}@example.org`;
    const now = clock();
    const times = { issuedAt: now, authTime: now, expiresAt: now + hours(1) };
    const person = { id, email, emailVerified: true, secondFactor: 'totp', ...times };
    const { token } = await registerUser(deps, person, { email });
    return { email, token };
  });
}

/** Where and when a booking request asks for a place. */
export type Wish = { date: Day; center?: string; time?: string };

/** The appointment form's request. */
export function bookingRequest({ url }: RunningSite, { email, token }: Member, wish: Wish): string {
  const donor = { name: 'Rahim Uddin', email, phone: '01712345678', bloodGroup: 'O+' };
  const body = { ...donor, center: 'Dhaka Medical College', ...wish };
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const query = new URLSearchParams({ email, date: wish.date });
  return requestBytes({ url: `${url}/api/appointments?${query}`, ...postOf(body, headers) });
}

/** Creates at least this many booking requests of new members. Requests that follow each other ask for different days. */
export async function bookingRequests(site: RunningSite, count: number, wish: Omit<Wish, 'date'> = {}) {
  const dates = daysAhead();
  const daysOfMember = wish.center === undefined ? dates.length : MAX_OPEN_SLOTS;
  const members = await createMembers(site, Math.ceil(count / daysOfMember));
  return dates
    .slice(0, daysOfMember)
    .flatMap((_, shift) =>
      members.map((member, n) =>
        bookingRequest(site, member, { ...wish, date: dates[(n + shift) % dates.length] as Day }),
      ),
    );
}

/** A hundred bookable days from tomorrow on, so that a run past midnight has no day in the past. */
export const daysAhead = (): Day[] =>
  Array.from({ length: 100 }, (_, n) => utcDay(systemClock() + days(n + 1)));

/** Adds a center with a clinic on every day, and returns its id. */
export async function addCenter(site: RunningSite, name: string, clinic: Partial<ClinicRule>) {
  await using storage = await openStorage(site);
  const deps = createCenterDeps(storage.db, { now: systemClock() });
  const weekdays = [1, 2, 3, 4, 5, 6, 7];
  return await addTestCenter(deps, { name, series: [{ ...rule, weekdays, ...clinic }] });
}
