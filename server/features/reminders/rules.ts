import { type Day, longDate } from '#contract/days.ts';
import type { ReminderLink } from '#contract/reminders.ts';
import { AppError } from '#platform/errors.ts';
import type { Clock } from '#platform/time.ts';
import type { Owner } from '#server/http/viewer.ts';
import type { Db } from '#server/schema/tables.ts';
import type { LinkClaims, ReminderLinks } from './links.ts';
import { findOwned, findPerson, setStopped } from './repository.ts';

export { isFreshFor } from './times.ts';

export type LinkRoom = {
  db: Db;
  clock: Clock;
  links: ReminderLinks;
  /** As the member would do it; false when it is gone. @throws AppError already-paid (409), unavailable (503) */
  cancelOf: (owner: Owner, appointmentId: string, day: string) => Promise<boolean>;
};

/** @throws AppError not-found (404), link-expired (410) */
export async function readLink({ db, links }: LinkRoom, token: string): Promise<ReminderLink> {
  const claims = await links.read(token);
  const { purpose } = claims;
  if (purpose === 'stop') {
    const person = await findPerson(db, claims.userId);
    const stopped = !person || person.reminders_stopped_at !== null;
    return { purpose, state: stopped ? 'stopped' : 'wanted' };
  }
  const appointment = await findOwned(db, claims);
  if (!appointment) return { purpose, state: 'gone' };
  const { center, day, transaction_id } = appointment;
  const shown = { purpose, center, date: longDate(day as Day) };
  if (transaction_id !== null) return { ...shown, state: 'paid' };
  return { ...shown, state: day === claims.day ? 'open' : 'moved' };
}

/**
 * False when there is nothing to cancel any more.
 * @throws AppError not-found (404), link-expired (410), already-paid, appointment-moved (409), unavailable (503)
 */
export async function cancelByLink(room: LinkRoom, token: string): Promise<boolean> {
  const { userId, appointmentId, day } = await claimsFor('cancel', room, token);
  return room.cancelOf({ userId }, appointmentId, day);
}

/** @throws AppError not-found (404), link-expired (410) */
export async function stopByLink(room: LinkRoom, token: string): Promise<void> {
  const { userId } = await claimsFor('stop', room, token);
  await setStopped(room.db, userId, room.clock());
}

/** A link does what it is for, and nothing else. */
async function claimsFor(purpose: LinkClaims['purpose'], { links }: LinkRoom, token: string) {
  const claims = await links.read(token);
  if (claims.purpose !== purpose) throw new AppError('not-found');
  return claims;
}
