import type { AppointmentFields } from '#contract/appointments.ts';
import type { Day } from '#contract/days.ts';
import { newId } from '#platform/ids.ts';
import { days } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import { requestAppointment } from '#server/features/appointments/rules.ts';
import { upsertUser } from '#server/features/users/repository.ts';
import type { StaffMember, Viewer } from '#server/http/viewer.ts';

/** Noon of the day on which most tests take place. */
export const noon = Date.UTC(2026, 10, 21, 12);

export const newMember = (email = 'rahim@example.org'): Viewer => ({
  userId: newId(),
  email,
  sessionId: newId(),
});

/** A person who edits the site's content, with a shift and a second factor. */
export const newEditor = (): StaffMember => ({
  ...newMember(),
  roles: [{ role: 'editor', centerId: '' }],
  role: 'editor',
  shift: { id: 's', device: '', endsAt: noon },
  hasSecondFactor: true,
});

/** Adds a user who registered a week ago with a verified address. */
export async function addMember(
  db: Db,
  email?: string,
  { emailVerified = true, now = noon - days(7) } = {},
): Promise<Viewer> {
  const viewer = newMember(email);
  const user = { id: viewer.userId, email: viewer.email, emailVerified, issuedAt: now, now };
  await db.transaction().execute((trx) => upsertUser(trx, user));
  return viewer;
}

export const filledForm = (changes: Partial<AppointmentFields> = {}): AppointmentFields => ({
  name: 'Rahim Uddin',
  phone: '01712345678',
  center: 'Dhaka Medical College',
  bloodGroup: 'O+',
  date: '2026-11-25' as Day,
  ...changes,
});

/** Requests an appointment and returns its id. */
export async function bookAppointment(
  deps: Parameters<typeof requestAppointment>[0],
  viewer: Viewer,
  changes?: Partial<AppointmentFields>,
): Promise<string> {
  const requested = await requestAppointment(deps, viewer, filledForm(changes));
  if (!requested.success) throw new Error(requested.message);
  return requested.insertedId;
}
