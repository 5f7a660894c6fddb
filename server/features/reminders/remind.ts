import { type Language, languageBase } from '#contract/languages.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { ConfirmClaim, Outbox } from '#platform/jobs/outbox.ts';
import { type Clock, days } from '#platform/time.ts';
import type { AppointmentTable, Db } from '#server/db/tables.ts';
import { type EmailConfirmationDeps, isEmailConfirmed } from '#server/features/users/rules.ts';
import type { SendMail } from '#server/integrations/smtp.ts';
import { type ReminderTargets, renderReminderEmail } from './email.ts';
import type { ReminderLinks } from './links.ts';
import { claimDueReminders, findOwned, findPerson, type OwnedReminder } from './repository.ts';
import { reminderDay, startOfDay } from './rules.ts';

type Queue = { db: Db; clock: Clock; outbox: Outbox };

/** Maximum number of queued reminders, so that sign-in codes added after them are not delayed. */
const MOST_WAITING = 200;

/** Some countries require an unsubscribe link to work for a month. */
const STOP_LINK_LIVES = days(90);

/**
 * Queues the due reminders, each once. Reminders beyond MAX_QUEUED wait for the next round.
 * @returns how many were queued
 */
export async function queueDueReminders({ db, clock, outbox }: Queue): Promise<number> {
  const day = reminderDay(clock());
  if (!day) return 0;
  const deps = MOST_WAITING - (await outbox.countWaiting('reminder', MOST_WAITING));
  if (deps <= 0) return 0;
  return inTransaction(db, async (trx) => {
    const taken = await claimDueReminders(trx, day, deps);
    for (const { id, user_id } of taken)
      await outbox.add(trx, 'reminder', { appointmentId: id, userId: user_id, day });
    return taken.length;
  });
}

export type Reminder = OwnedReminder & { day: string };

export type ReminderDeps = EmailConfirmationDeps & {
  publicUrl: string;
  /** Whether emails use the member's language; otherwise English. */
  manyLanguages: boolean;
  links: ReminderLinks;
  sendMail: SendMail;
};

/**
 * Sends a reminder unless the appointment is gone, moved or today, or the member turned reminders off or has an
 * unverified address.
 */
export async function sendReminder(
  deps: ReminderDeps,
  reminder: Reminder,
  id: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const { db, clock } = deps;
  const goodUntil = startOfDay(reminder.day);
  if (clock() >= goodUntil) return;
  const appointment = await findOwned(db, reminder);
  if (appointment?.day !== reminder.day) return;
  const person = await findPerson(db, reminder.userId);
  if (!person || person.reminders_stopped_at !== null) return;
  const { email } = person;
  if (!(await isEmailConfirmed(deps, { userId: person.id, email }))) return;
  const language = (deps.manyLanguages && person.language) || 'en';
  const targets = await targetsOf(deps, appointment, language);
  const letter = renderReminderEmail(appointment, language, targets);
  await deps.sendMail({ ...letter, to: email, goodUntil }, id, confirm);
}

async function targetsOf(
  { publicUrl, links, clock }: ReminderDeps,
  { id, user_id, day, transaction_id }: AppointmentTable,
  language: Language,
): Promise<ReminderTargets> {
  const site = publicUrl + languageBase[language];
  const of = { userId: user_id, appointmentId: id, day };
  // The latest time zone ends a day 12 hours after UTC.
  const cancel = await links.issue({ ...of, purpose: 'cancel' }, startOfDay(day) + days(1.5));
  const stop = await links.issue({ ...of, purpose: 'stop' }, clock() + STOP_LINK_LIVES);
  return {
    appointments: `${site}/dashboard/appointments`,
    // In the fragment, which browsers do not send to servers.
    ...(transaction_id === null && { cancel: `${site}/reminder#${cancel}` }),
    stop: `${site}/reminder#${stop}`,
    oneClick: `${publicUrl}/api/reminder-link/unsubscribe?token=${stop}`,
  };
}
