import { type Day, formatLongDate, utcDay } from '#contract/days.ts';
import type { ReminderLink } from '#contract/reminders.ts';
import { AppError } from '#platform/errors.ts';
import { type Clock, days, hours } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { localTime, toInstant } from '#server/features/centers/rules.ts';
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
 * Reminders are sent on the day before, from 16:00 at the center. Where the center is unknown, from 10:00 UTC, which is 16:00
 * in Dhaka: at that hour nearly all time zones have the same date.
 */
const sendTime = (timeZone: string | undefined): string => (timeZone === undefined ? '10:00' : '16:00');

const UTC = 'UTC';

/** An appointment booked later than this before its reminder needs none. */
const MIN_LEAD_MS = hours(12);

/** Returns when the day begins, in ms. Reminders are sent before this instant or not at all. */
export const startOfDay = (day: Day, timeZone = UTC): number => toInstant(day, '00:00', timeZone);

/** Returns the day whose reminders are due now in the center's time zone; undefined before the hour. */
export function reminderDay(now: number, timeZone: string | undefined): Day | undefined {
  const { day, time } = localTime(now, timeZone ?? UTC);
  return time < sendTime(timeZone) ? undefined : utcDay(Date.parse(day) + days(1));
}

/** Whether an appointment booked or moved now is too soon to need a reminder. */
export function needsNoReminder(day: Day, timeZone: string | undefined, now: number): boolean {
  const dayBefore = utcDay(Date.parse(day) - days(1));
  return now >= toInstant(dayBefore, sendTime(timeZone), timeZone ?? UTC) - MIN_LEAD_MS;
}
