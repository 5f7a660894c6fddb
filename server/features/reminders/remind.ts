import type { Day } from '#contract/days.ts';
import { type Language, languageBase } from '#contract/languages.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { ConfirmClaim, Outbox } from '#platform/jobs/outbox.ts';
import { type Clock, days } from '#platform/time.ts';
import type { CenterRow } from '#server/db/center-tables.ts';
import type { AppointmentRow, Db } from '#server/db/tables.ts';
import { presentName } from '#server/features/centers/rules.ts';
import { findRecipient, type RecipientDeps } from '#server/features/users/rules.ts';
import type { SendMail } from '#server/integrations/smtp.ts';
import { type ReminderUrls, renderReminderEmail } from './email.ts';
import type { ReminderLinks } from './links.ts';
import {
  claimDueReminders,
  findLastDeferral,
  findOwned,
  findPerson,
  listCentersByTimeZone,
  type OwnedReminder,
} from './repository.ts';
import { reminderDay, startOfDay } from './rules.ts';

type QueueDeps = { db: Db; clock: Clock; outbox: Outbox };

/** Maximum number of queued reminders, so that sign-in codes added after them are not delayed. */
export const MAX_QUEUED = 200;

/** Some countries require an unsubscribe link to work for a month. */
export const STOP_LINK_TTL_MS = days(90);

/**
 * Queues the due reminders, each once. Reminders beyond MAX_QUEUED wait for the next round.
 * @returns how many were queued
 */
export async function queueDueReminders({ db, clock, outbox }: QueueDeps): Promise<number> {
  let queued = 0;
  for (const [timeZone, centerIds] of await listCentersByTimeZone(db)) {
    const day = reminderDay(clock(), timeZone);
    if (!day) continue;
    const capacity = MAX_QUEUED - (await outbox.countWaiting('reminder', MAX_QUEUED));
    if (capacity <= 0) break;
    queued += await inTransaction(db, async (trx) => {
      const claimed = await claimDueReminders(trx, { day, centerIds }, capacity);
      for (const { id, user_id } of claimed)
        await outbox.add(trx, 'reminder', { appointmentId: id, userId: user_id, day });
      return claimed.length;
    });
  }
  return queued;
}

export type Reminder = OwnedReminder & { day: Day };

export type ReminderDeps = RecipientDeps & {
  clock: Clock;
  publicUrl: string;
  links: ReminderLinks;
  /** Whether the center closed the day or time of an appointment. */
  isClosed: (appointment: AppointmentRow) => Promise<boolean>;
  findCenter: (
    id: string,
  ) => Promise<Pick<CenterRow, 'name' | 'name_key' | 'address' | 'time_zone'> | undefined>;
  sendMail: SendMail;
};

/**
 * Sends a reminder unless the appointment is gone, moved, canceled, closed or today, or the member turned reminders off or has an
 * unconfirmed address.
 */
export async function sendReminder(
  deps: ReminderDeps,
  reminder: Reminder,
  id: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const { db, clock } = deps;
  const appointment = await findOwned(db, reminder);
  if (appointment?.day !== reminder.day || appointment.status !== 'booked') return;
  const center = appointment.center_id === null ? undefined : await deps.findCenter(appointment.center_id);
  const goodUntil = startOfDay(reminder.day, center?.time_zone);
  if (clock() >= goodUntil) return;
  if (await deps.isClosed(appointment)) return;
  const person = await findPerson(db, reminder.userId);
  if (!person || person.reminders_stopped_at !== null) return;
  const recipient = await findRecipient(deps, person.id);
  if (!recipient?.isConfirmed) return;
  const { email, language } = recipient;
  const urls = await createUrls(deps, appointment, language);
  const lastDeferral = await findLastDeferral(db, reminder);
  const deferredUntil = lastDeferral && lastDeferral > reminder.day ? lastDeferral : undefined;
  const known = { center: presentName(appointment, center), address: center?.address, deferredUntil };
  const content = renderReminderEmail({ ...appointment, ...known }, language, urls);
  await deps.sendMail({ ...content, to: email, goodUntil }, id, confirm);
}

async function createUrls(
  { publicUrl, links, clock }: ReminderDeps,
  { id, user_id, day, transaction_id }: AppointmentRow,
  language: Language,
): Promise<ReminderUrls> {
  const baseUrl = publicUrl + languageBase[language];
  const claims = { userId: user_id, appointmentId: id, day };
  // The latest time zone ends a day 12 hours after UTC.
  const cancel = await links.issue({ ...claims, purpose: 'cancel' }, startOfDay(day) + days(1.5));
  const stop = await links.issue({ ...claims, purpose: 'stop' }, clock() + STOP_LINK_TTL_MS);
  return {
    appointments: `${baseUrl}/dashboard/appointments`,
    // In the fragment, which browsers do not send to servers.
    ...(transaction_id === null && { cancel: `${baseUrl}/reminder#${cancel}` }),
    stop: `${baseUrl}/reminder#${stop}`,
    oneClick: `${publicUrl}/api/reminder-link/unsubscribe?token=${stop}`,
  };
}
