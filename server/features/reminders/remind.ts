import type { Day } from '#contract/days.ts';
import { type Language, languageBase } from '#contract/languages.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { days } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { toReader } from '#server/email/reader.ts';
import { endOfReminders, reminderDay, startOfDay } from '#server/features/appointments/reminder-time.ts';
import { currentCenterName, findCenter } from '#server/features/centers/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import { readVisit } from '#server/features/centers/visit.ts';
import { findGroup } from '#server/features/site-content/rules.ts';
import { findRecipient } from '#server/features/users/rules.ts';
import { type ReminderUrls, renderReminderEmail } from './email.ts';
import { issueLinkToken } from './links.ts';
import {
  claimDueReminders,
  findDeferralEnd,
  findOwnedAppointment,
  findUser,
  listCentersByTimeZone,
  type OwnedReminder,
} from './repository.ts';

/** Maximum number of queued reminders, so that sign-in codes added after them are not delayed. */
export const MAX_QUEUED = 200;

/** Longer than the month for which some countries require an unsubscribe link to work. */
export const STOP_LINK_TTL_MS = days(90);

/**
 * Queues the due reminders, each once. Reminders beyond MAX_QUEUED wait for the next round.
 * @returns how many were queued
 */
export async function queueDueReminders(
  core: Pick<Core, 'db' | 'clock' | 'outbox' | 'siteDefaults'>,
): Promise<number> {
  const { db, clock, outbox } = core;
  const rules = await findGroup(core, db, 'region');
  let queuedCount = 0;
  for (const [timeZone, centerIds] of await listCentersByTimeZone(db)) {
    const day = reminderDay(clock(), timeZone, rules);
    if (!day) continue;
    const capacity = MAX_QUEUED - (await outbox.countWaiting('reminder', MAX_QUEUED));
    if (capacity <= 0) break;
    queuedCount += await inTransaction(db, async (trx) => {
      const claimed = await claimDueReminders(trx, { day, centerIds }, capacity);
      for (const { id, user_id } of claimed)
        await outbox.add(trx, 'reminder', { appointmentId: id, userId: user_id, day });
      return claimed.length;
    });
  }
  return queuedCount;
}

export type Reminder = OwnedReminder & { day: Day };

/**
 * Sends a reminder unless the appointment is gone, moved, canceled, closed or today, the member turned
 * reminders off, or the address is not confirmed.
 */
export async function sendReminder(
  core: Core,
  reminder: Reminder,
  id: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const { db, clock } = core;
  const appointment = await findOwnedAppointment(db, reminder);
  if (appointment?.day !== reminder.day || appointment.status !== 'booked') return;
  const center = appointment.center_id === null ? undefined : await findCenter(core, appointment.center_id);
  const rules = await findGroup(core, db, 'region');
  const goodUntil = endOfReminders(reminder.day, center?.time_zone, rules);
  if (clock() >= goodUntil) return;
  if (await slots.isClosed(core, appointment)) return;
  const person = await findUser(db, reminder.userId);
  if (!person || person.reminders_stopped_at !== null) return;
  const recipient = await findRecipient(core, person.id);
  if (!recipient?.isConfirmed) return;
  const { email, language } = recipient;
  const urls = createUrls(core, appointment, language);
  const lastDeferral = await findDeferralEnd(db, reminder);
  const deferredUntil = lastDeferral && lastDeferral > reminder.day ? lastDeferral : undefined;
  const known = {
    center: currentCenterName(appointment, center),
    address: center?.address,
    visit: center && readVisit(center),
    deferredUntil,
  };
  const reader = await toReader(core, db, language);
  const content = renderReminderEmail({ ...appointment, ...known }, reader, urls);
  await core.sendMail({ ...content, to: email, goodUntil }, id, confirm);
}

function createUrls(
  core: Core,
  { id, user_id, day, transaction_id }: AppointmentRow,
  language: Language,
): ReminderUrls {
  const { publicUrl, clock } = core;
  const baseUrl = publicUrl + languageBase[language];
  const claims = { userId: user_id, appointmentId: id, day };
  // In the last time zone, a day ends 12 hours later than in UTC.
  const cancel = issueLinkToken(core, { ...claims, purpose: 'cancel' }, startOfDay(day) + days(1.5));
  const stop = issueLinkToken(core, { ...claims, purpose: 'stop' }, clock() + STOP_LINK_TTL_MS);
  return {
    appointments: `${baseUrl}/dashboard/appointments`,
    // The token is in the fragment, which browsers do not send to servers.
    ...(transaction_id === null && { cancel: `${baseUrl}/reminder#${cancel}` }),
    stop: `${baseUrl}/reminder#${stop}`,
    oneClick: `${publicUrl}/api/reminder-link/unsubscribe?token=${stop}`,
  };
}
