import { type Language, languageBase } from '#contract/languages.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import type { Core } from '#server/core.ts';
import { neutralizeLines, neutralizeLinks } from '#server/email/neutralize-links.ts';
import { type Reader, toReader } from '#server/email/reader.ts';
import { bookingReason } from '#server/email/reasons.ts';
import { endOfDay } from '#server/features/centers/local-time.ts';
import type { CenterWithSeries } from '#server/features/centers/rules.ts';
import * as slots from '#server/features/centers/slots.ts';
import { describeSlot, offerLink, type Slot } from '#server/features/offer-links/offer-tokens.ts';
import { sendTextToDonor } from '#server/features/offer-links/text-donor.ts';
import { findRecipient } from '#server/features/users/rules.ts';
import { formatDay } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';
import { findDisplacedAppointment, recordContactTime } from './repository.ts';
import { type ClosedNotice, findAvailability, readClosedChoice } from './rules.ts';

type Notice = { id: string; slots: readonly Slot[]; center: CenterWithSeries; closed: Slot };

/**
 * Outbox handler that emails a donor whose day was closed, unless the donor has already chosen or the address
 * is not confirmed.
 */
export async function sendClosingEmail(
  core: Core,
  notice: ClosedNotice,
  messageId: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const found = await readNotice(core, notice);
  if (!found) return;
  const { recipient, row, appointment, goodUntil } = found;
  const email = renderClosed(core, found.notice, {
    reader: await toReader(core, core.db, recipient.language),
    message: row.message,
    isPaid: appointment.transaction_id !== null,
  });
  await core.sendMail({ ...email, to: recipient.email, goodUntil }, messageId, confirm);
  await recordEmailed(core, notice.id);
}

/**
 * Records that a donor was emailed. Does nothing without an email server, because emails are then only files.
 */
export async function recordEmailed(
  { db, clock, sendsEmail }: Pick<Core, 'db' | 'clock' | 'sendsEmail'>,
  id: string,
): Promise<void> {
  if (await sendsEmail()) await recordContactTime(db, id, 'notified_at', clock());
}

/**
 * Outbox handler that texts the links of the closing email to the appointment's phone number, under the same
 * conditions.
 */
export async function sendClosingText(
  core: Core,
  notice: ClosedNotice,
  messageId: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const found = await readNotice(core, notice);
  if (!found) return;
  const { recipient, row, appointment, goodUntil } = found;
  const reader = await toReader(core, core.db, recipient.language);
  const text = renderClosedText(core, found.notice, reader);
  const { user_id, center_id, day } = row;
  const about = { user_id, center_id, day, kind: 'closing', message_id: messageId } as const;
  await sendTextToDonor(core, { phone: appointment.phone, text, goodUntil }, about, confirm);
}

async function readNotice(core: Core, { id, userId, slots: noticed }: ClosedNotice) {
  const row = await findDisplacedAppointment(core.db, id);
  const recipient = await findRecipient(core, userId);
  if (!row || !recipient?.isConfirmed) return undefined;
  const { state, center, appointment } = await readClosedChoice(core, row);
  if (state !== 'waiting' || !center || !appointment) return undefined;
  const availability = await findAvailability(core, row);
  const { earliestDay, busyDays } = availability;
  const areSuitable = noticed.every(({ day }) => day >= earliestDay && !busyDays.has(day));
  const offered = areSuitable ? noticed : await slots.findNextSlots(core, center, row.time, availability);
  const goodUntil = Math.max(...[row, ...offered].map(({ day }) => endOfDay(center, day)));
  return { row, recipient, appointment, goodUntil, notice: { id, slots: offered, center, closed: row } };
}

/** Describes the closed day, with the time if slots at other times of the day are offered. */
const describeClosed = (language: Language, closed: Slot, offered: readonly Slot[]): string =>
  offered.some(({ day }) => day === closed.day)
    ? describeSlot(language, closed)
    : formatDay(language, closed.day);

export function renderClosed(
  core: Core,
  { id, slots, center, closed }: Notice,
  { reader, message, isPaid }: { reader: Reader; message: string | null; isPaid: boolean },
): EmailTemplate {
  const { language } = reader;
  const i18n = getTranslator(language);
  const appointments = `${core.publicUrl}${languageBase[language]}/dashboard/appointments`;
  const [first, ...others] = slots.map((slot) => ({
    text: i18n._('Come on {slot}', { slot: describeSlot(language, slot) }),
    link: offerLink(core, { purpose: 'move', id, ...slot }, language),
  }));
  return renderEmail(reader, {
    subject: i18n._('Choose another day for your blood donation'),
    intro: i18n._(
      'The center is closed on {day}, so your appointment cannot take place then. Choose another day.',
      { day: describeClosed(language, closed, slots) },
    ),
    rows: [
      [i18n._('Donation center'), neutralizeLinks(center.name)],
      [i18n._('Donation date'), describeSlot(language, closed)],
      ...(message
        ? ([[i18n._('Message from the center'), neutralizeLines(message)]] as [string, string][])
        : []),
    ],
    button: first ?? { text: i18n._('Choose another day'), link: appointments },
    note: isPaid
      ? i18n._('Your payment moves to the new day.')
      : i18n._('If you cannot come on another day, cancel the appointment on the same page.'),
    choices: others,
    also: first ? [{ text: i18n._('See all days, or cancel'), link: appointments }] : [],
    reason: bookingReason(reader, center.name),
  });
}

function renderClosedText(core: Core, { id, slots, center, closed }: Notice, { language, site }: Reader) {
  const i18n = getTranslator(language);
  const name = neutralizeLinks(center.name);
  const lines = slots.map(
    (slot) =>
      `${describeSlot(language, slot)}: ${offerLink(core, { purpose: 'move', id, ...slot }, language)}`,
  );
  const day = describeClosed(language, closed, slots);
  return [
    i18n._('{site}: {center} is closed on {day}. Choose another day:', { site, center: name, day }),
    ...(lines.length > 0 ? lines : [`${core.publicUrl}${languageBase[language]}/dashboard/appointments`]),
  ].join('\n');
}
