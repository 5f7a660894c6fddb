import type { Kysely } from 'kysely';
import type { AppointmentFields } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { longDate } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import { upsertUser } from '#server/features/users/repository.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { Tables } from '#server/schema/tables.ts';

/** Noon of the day on which most tests take place. */
export const noon = Date.UTC(2026, 10, 21, 12);

export const someone = (email = 'rahim@example.org'): Viewer => ({
  userId: newId(),
  email,
  sessionId: newId(),
});

/** Someone with a row, as everybody who holds an access token has. */
export async function registered(db: Kysely<Tables>, email?: string): Promise<Viewer> {
  const viewer = someone(email);
  const user = { id: viewer.userId, email: viewer.email, now: noon };
  await db.transaction().execute((trx) => upsertUser(trx, user));
  return viewer;
}

export const filledForm = (changes: Partial<AppointmentFields> = {}): AppointmentFields => ({
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical College',
  bloodGroup: 'O+',
  date: longDate('2026-11-25' as Day),
  ...changes,
});
