import { type Day, formatLongDate, utcDay } from '#contract/days.ts';
import type { ReminderLink } from '#contract/reminders.ts';
import { AppError } from '#platform/errors.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import type { Owner } from '#server/http/viewer.ts';
import type { LinkClaims, ReminderLinks } from './links.ts';
import { findOwned, findPerson, setOptedOut } from './repository.ts';

export type LinkDeps = {
  db: Db;
  clock: Clock;
  links: ReminderLinks;
  /**
   * Cancels the appointment for the member. Returns false if it is gone. @throws AppError already-paid (409),
   * unavailable (503)
   */
  cancelAppointment: (owner: Owner, appointmentId: string, day: Day) => Promise<boolean>;
};

/** @throws AppError not-found (404), link-expired (410) */
export async function readLink({ db, links }: LinkDeps, token: string): Promise<ReminderLink> {
  const claims = await links.read(token);
  const { purpose } = claims;
  if (purpose === 'stop') {
    const person = await findPerson(db, claims.userId);
    const isStopped = !person || person.reminders_stopped_at !== null;
    return { purpose, state: isStopped ? 'stopped' : 'wanted' };
  }
  const appointment = await findOwned(db, claims);
  if (!appointment || appointment.status === 'cancelled') return { purpose, state: 'gone' };
  const { center, day, transaction_id } = appointment;
  const details = { purpose, center, date: formatLongDate(day) };
  if (transaction_id !== null) return { ...details, state: 'paid' };
  return { ...details, state: day === claims.day ? 'open' : 'moved' };
}

/**
 * Cancels the appointment of a link. Returns false if it is already gone.
 * @throws AppError not-found (404), link-expired (410), already-paid, appointment-moved (409), unavailable (503)
 */
export async function cancelByLink(deps: LinkDeps, token: string): Promise<boolean> {
  const { userId, appointmentId, day } = await readClaims('cancel', deps, token);
  return deps.cancelAppointment({ userId }, appointmentId, day);
}

/** @throws AppError not-found (404), link-expired (410) */
export async function stopByLink(deps: LinkDeps, token: string): Promise<void> {
  const { userId } = await readClaims('stop', deps, token);
  await setOptedOut(deps.db, userId, deps.clock());
}

/** Reads a token and rejects one that was issued for another action. */
async function readClaims(purpose: LinkClaims['purpose'], { links }: LinkDeps, token: string) {
  const claims = await links.read(token);
  if (claims.purpose !== purpose) throw new AppError('not-found');
  return claims;
}

/**
 * Reminders are sent from 10:00 UTC (16:00 in Dhaka): at that hour nearly all time zones have the same date, so "the
 * day before" is right for everyone.
 */
const SEND_TIME_MS = hours(10);
/** An appointment booked later than this before its reminder needs none. */
const MIN_LEAD_MS = hours(12);

/** Returns when the day begins in UTC, in ms. Reminders are sent before this instant or not at all. */
export const startOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Returns the day whose reminders are due now; undefined before 10:00 UTC. */
export function reminderDay(now: number): Day | undefined {
  const day = utcDay(now + days(1) - SEND_TIME_MS);
  return day === utcDay(now) ? undefined : day;
}

/** Whether an appointment booked or moved now is too soon to need a reminder. */
export const needsNoReminder = (day: string, now: number): boolean =>
  now >= startOfDay(day) - days(1) + SEND_TIME_MS - MIN_LEAD_MS;
