import { utcDay } from '#contract/days.ts';
import { languageBase } from '#contract/languages.ts';
import { inTransaction } from '#platform/database/transaction.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { days, hours } from '#platform/time.ts';
import type { Core } from '#server/core.ts';
import { toReader } from '#server/email/reader.ts';
import { startOfDay } from '#server/features/appointments/reminder-time.ts';
import { findRecipient } from '#server/features/users/rules.ts';
import { renderDeferralEndedEmail } from './email.ts';
import { issueLinkToken } from './links.ts';
import { MAX_QUEUED, type Reminder, STOP_LINK_TTL_MS } from './remind.ts';
import { claimEndedDeferrals, findDeferralEnd, findOwnedAppointment, findUser } from './repository.ts';

/** Emails are sent from 4:00 UTC (10:00 in Dhaka). */
const SEND_TIME_MS = hours(4);
/** Emails that are later than this, because the site was down, are not sent. */
const MAX_DELAY_MS = days(3);

/**
 * Queues an email, once, to each donor whose deferral ended today or in the last three days. Returns how many
 * were queued.
 */
export async function queueEndedDeferrals({
  db,
  clock,
  outbox,
}: Pick<Core, 'db' | 'clock' | 'outbox'>): Promise<number> {
  const capacity = MAX_QUEUED - (await outbox.countWaiting('deferral-ended', MAX_QUEUED));
  if (capacity <= 0) return 0;
  const now = clock() - SEND_TIME_MS;
  return inTransaction(db, async (trx) => {
    const range = { from: utcDay(now - MAX_DELAY_MS), to: utcDay(now), limit: capacity };
    const ended = await claimEndedDeferrals(trx, range);
    for (const { id, user_id, deferred_until } of ended)
      await outbox.add(trx, 'deferral-ended', { appointmentId: id, userId: user_id, day: deferred_until });
    return ended.length;
  });
}

/**
 * Emails a donor whose deferral has ended, unless the record has changed, another deferral lasts longer, the
 * donor turned reminders off, or the address is not confirmed.
 */
export async function sendDeferralEnded(
  core: Core,
  { day, ...owned }: Reminder,
  id: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const { db, clock, publicUrl } = core;
  const goodUntil = startOfDay(day) + MAX_DELAY_MS + days(1);
  if (clock() >= goodUntil) return;
  const appointment = await findOwnedAppointment(db, owned);
  if (appointment?.deferred_until !== day || (await findDeferralEnd(db, owned)) !== day) return;
  const person = await findUser(db, owned.userId);
  if (!person || person.reminders_stopped_at !== null) return;
  const recipient = await findRecipient(core, person.id);
  if (!recipient?.isConfirmed) return;
  const { email, language } = recipient;
  const base = publicUrl + languageBase[language];
  const claims = { userId: person.id, appointmentId: appointment.id, day: appointment.day };
  const stop = issueLinkToken(core, { ...claims, purpose: 'stop' }, clock() + STOP_LINK_TTL_MS);
  const content = renderDeferralEndedEmail(appointment, await toReader(core, db, language), {
    request: `${base}/#request-appointment`,
    stop: `${base}/reminder#${stop}`,
    oneClick: `${publicUrl}/api/reminder-link/unsubscribe?token=${stop}`,
  });
  await core.sendMail({ ...content, to: email, goodUntil }, id, confirm);
}
