import { formatLongDate } from '#contract/days.ts';
import type { ReminderLink } from '#contract/reminders.ts';
import { AppError } from '#platform/errors.ts';
import type { Core } from '#server/core.ts';
import { cancelAppointment } from '#server/features/appointments/rules.ts';
import { type LinkClaims, readLinkToken } from './links.ts';
import { findOwnedAppointment, findUser, setOptedOut } from './repository.ts';

export { listRemindedDays } from './repository.ts';

/** @throws AppError not-found (404), link-expired (410) */
export async function readReminderLink(core: Core, token: string): Promise<ReminderLink> {
  const { db } = core;
  const claims = await readLinkToken(core, token);
  const { purpose } = claims;
  if (purpose === 'stop') {
    const person = await findUser(db, claims.userId);
    const isStopped = !person || person.reminders_stopped_at !== null;
    return { purpose, state: isStopped ? 'stopped' : 'wanted' };
  }
  const appointment = await findOwnedAppointment(db, claims);
  if (!appointment || appointment.status === 'cancelled') return { purpose, state: 'gone' };
  const { center, day, transaction_id } = appointment;
  const details = { purpose, center, date: formatLongDate(day) };
  if (transaction_id !== null) return { ...details, state: 'paid' };
  return { ...details, state: day === claims.day ? 'open' : 'moved' };
}

/**
 * Cancels the appointment of a link. Returns false if it is already gone.
 * @throws AppError not-found (404), link-expired (410), already-paid, already-recorded, appointment-canceled,
 * appointment-moved (409), unavailable (503)
 */
export async function cancelByLink(core: Core, token: string): Promise<boolean> {
  const { userId, appointmentId, day } = await readClaims(core, 'cancel', token);
  return cancelAppointment(core, { userId }, appointmentId, day);
}

/** @throws AppError not-found (404), link-expired (410) */
export async function stopRemindersByLink(core: Core, token: string): Promise<void> {
  const { userId } = await readClaims(core, 'stop', token);
  await setOptedOut(core.db, userId, core.clock());
}

/** Reads a token and rejects one that was issued for another action. */
async function readClaims(core: Core, purpose: LinkClaims['purpose'], token: string) {
  const claims = await readLinkToken(core, token);
  if (claims.purpose !== purpose) throw new AppError('not-found');
  return claims;
}
