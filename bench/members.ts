import { randomUUID } from 'node:crypto';
import { MAX_OPEN_SLOTS } from '../contract/booking-limits.ts';
import type { ClinicRule } from '../contract/clinic-rule.ts';
import { type Day, utcDay } from '../contract/days.ts';
import { openDatabase } from '../platform/database/open.ts';
import { newId } from '../platform/ids.ts';
import { openSecrets } from '../platform/security/secrets.ts';
import { systemClock as clock, days, hours } from '../platform/time.ts';
import type { Tables } from '../server/db/tables.ts';
import { signIn } from '../server/features/account/sign-in.ts';
import { addTestCenter, createCenterDeps, rule } from '../server/features/centers/testing/center-deps.ts';
import { createAccessTokens } from '../server/features/users/access-tokens.ts';
import type { MeasuredSite } from './system.ts';
import { postOf, requestBytes } from './wrk.ts';

/** A signed-in member. */
export type Member = { email: string; token: string };

/** Opens the database and the secrets of a running site. */
export async function openStorage({ dataDir, databaseUrl: url }: MeasuredSite) {
  const database = await openDatabase(url ? { url } : { dataDir });
  const getSecret = await openSecrets({ db: database, ...(!url && { dataDir }) });
  return { db: database.withTables<Tables>(), getSecret, [Symbol.asyncDispose]: () => database.destroy() };
}

/** Creates members without hashing a password for each. */
export async function createMembers(site: MeasuredSite, count: number): Promise<Member[]> {
  await using storage = await openStorage(site);
  const { db, getSecret } = storage;
  const key = new TextEncoder().encode(await getSecret('access-token-key'));
  const tokens = createAccessTokens({ db, key, issuer: `${site.url}/api`, clock });
  const deps = {
    db,
    clock,
    tokens,
    identity: { findActiveSession: async () => ({}) },
    features: [],
  };
  return await Array.fromAsync({ length: count }, async () => {
    const id = newId();
    const email = `donor-${id}@example.org`;
    const times = { issuedAt: clock(), authTime: clock(), expiresAt: clock() + hours(1) };
    const person = { id, email, emailVerified: true, secondFactor: 'totp', ...times };
    const { token } = await signIn(deps, person, { email });
    return { email, token };
  });
}

/** The slot that a booking request is for. */
export type SlotRequest = { date: Day; center?: string; time?: string };

export const donor = { name: 'Rahim Uddin', phone: '01712345678', bloodGroup: 'O+' };

/** Encodes the request of the appointment form. */
export function bookingRequest({ url }: MeasuredSite, { email, token }: Member, slot: SlotRequest): string {
  const body = { ...donor, email, center: 'Dhaka Medical College', ...slot };
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const query = new URLSearchParams({ email, date: slot.date });
  return requestBytes(`${url}/api/appointments?${query}`, postOf(body, headers));
}

/**
 * Creates at least this many booking requests of new members. Consecutive requests are for different days.
 */
export async function createBookingRequests(
  site: MeasuredSite,
  count: number,
  slot: Omit<SlotRequest, 'date'> = {},
) {
  const dates = daysAhead();
  const daysOfMember = slot.center === undefined ? dates.length : MAX_OPEN_SLOTS;
  const members = await createMembers(site, Math.ceil(count / daysOfMember));
  const dateOf = (n: number) => dates[n % dates.length] as Day;
  return Array.from({ length: daysOfMember }, (_, shift) =>
    members.map((member, n) => bookingRequest(site, member, { ...slot, date: dateOf(n + shift) })),
  ).flat();
}

/** A hundred bookable days from tomorrow on, so that a run past midnight has no day in the past. */
export const daysAhead = (): Day[] => Array.from({ length: 100 }, (_, n) => utcDay(clock() + days(n + 1)));

/** Adds the center `Clinic` with arrival times on every day, and returns its id. */
export async function addClinic(site: MeasuredSite, clinic: Partial<ClinicRule>): Promise<string> {
  await using storage = await openStorage(site);
  const deps = createCenterDeps(storage.db, { now: clock() });
  const series = [{ ...rule, weekdays: [1, 2, 3, 4, 5, 6, 7], ...clinic }];
  return await addTestCenter(deps, { name: 'Clinic', series });
}
