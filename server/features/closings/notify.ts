import { type Language, languageBase } from '#contract/languages.ts';
import type { ConfirmClaim } from '#platform/jobs/outbox.ts';
import { type EmailTemplate, neutralizeLinks, renderEmail } from '#server/email/template.ts';
import { type CenterWithSeries, endOfDay } from '#server/features/centers/rules.ts';
import {
  describePlace,
  type LinkDeps,
  offerLink,
  type Place,
  type TextDeps,
  textDonor,
} from '#server/features/place-offers/rules.ts';
import { findRecipient, type ReachDeps, type RecipientDeps } from '#server/features/users/rules.ts';
import { formatDay } from '#server/i18n/days.ts';
import { translator } from '#server/i18n/translator.ts';
import type { SendMail } from '#server/integrations/smtp.ts';
import { findClosed, recordTime } from './repository.ts';
import { type ChoiceDeps, type ClosedNotice, findAvailability, readChoice } from './rules.ts';

export type NoticeDeps = ChoiceDeps &
  LinkDeps &
  RecipientDeps &
  ReachDeps &
  TextDeps & { sendMail: SendMail };

type Notice = { id: string; places: readonly Place[]; center: CenterWithSeries; closed: Place };

/** Outbox handler: emails a donor whose day was closed, unless they have chosen already or the address is not confirmed. */
export async function sendClosingEmail(
  deps: NoticeDeps,
  notice: ClosedNotice,
  messageId: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const found = await readNotice(deps, notice);
  if (!found) return;
  const { recipient, row, appointment, goodUntil } = found;
  const email = renderClosed(deps, found.notice, {
    language: recipient.language,
    message: row.message,
    isPaid: appointment.transaction_id !== null,
  });
  await deps.sendMail({ ...email, to: recipient.email, goodUntil }, messageId, confirm);
  await recordEmailed(deps, notice.id);
}

/** Records that a donor was emailed. A file, on a site without an email server, reaches nobody. */
export async function recordEmailed(
  { db, clock, sendsEmail }: Pick<NoticeDeps, 'db' | 'clock' | 'sendsEmail'>,
  id: string,
): Promise<void> {
  if (await sendsEmail()) await recordTime(db, id, 'notified_at', clock());
}

/** Outbox handler: sends the same links to the phone of the appointment, under the same conditions. */
export async function sendClosingText(
  deps: NoticeDeps,
  notice: ClosedNotice,
  messageId: string,
  confirm?: ConfirmClaim,
): Promise<void> {
  const found = await readNotice(deps, notice);
  if (!found) return;
  const { recipient, row, appointment, goodUntil } = found;
  const text = renderClosedText(deps, found.notice, recipient.language);
  const { user_id, center_id, day } = row;
  const about = { user_id, center_id, day, kind: 'closing', message_id: messageId } as const;
  await textDonor(deps, { phone: appointment.phone, text, goodUntil }, about, confirm);
}

async function readNotice(deps: NoticeDeps, { id, userId, places }: ClosedNotice) {
  const row = await findClosed(deps.db, id);
  const recipient = await findRecipient(deps, userId);
  if (!row || !recipient?.isConfirmed) return undefined;
  const { state, center, appointment } = await readChoice(deps, row);
  if (state !== 'waiting' || !center || !appointment) return undefined;
  const availability = await findAvailability(deps, row);
  const { earliestDay, busyDays } = availability;
  const areSuitable = places.every(({ day }) => day >= earliestDay && !busyDays.has(day));
  const offered = areSuitable ? places : await deps.places.findNextPlaces(center, row.time, availability);
  const goodUntil = Math.max(...[row, ...offered].map(({ day }) => endOfDay(center, day)));
  return { row, recipient, appointment, goodUntil, notice: { id, places: offered, center, closed: row } };
}

/** Names the time too if the center is open at other times of the day. */
const describeClosed = (language: Language, closed: Place, offered: readonly Place[]): string =>
  offered.some(({ day }) => day === closed.day)
    ? describePlace(language, closed)
    : formatDay(language, closed.day);

function renderClosed(
  deps: LinkDeps,
  { id, places, center, closed }: Notice,
  { language, message, isPaid }: { language: Language; message: string | null; isPaid: boolean },
): EmailTemplate {
  const i18n = translator(language);
  const appointments = `${deps.publicUrl}${languageBase[language]}/dashboard/appointments`;
  const [first, ...others] = places.map((place) => ({
    text: i18n._('Come on {place}', { place: describePlace(language, place) }),
    link: offerLink(deps, { purpose: 'move', id, ...place }, language),
  }));
  return renderEmail({
    lang: language,
    subject: i18n._('Choose another day for your blood donation'),
    intro: i18n._(
      'The center is closed on {day}, so your appointment cannot take place then. Choose another day.',
      { day: describeClosed(language, closed, places) },
    ),
    rows: [
      [i18n._('Donation center'), neutralizeLinks(center.name)],
      [i18n._('Donation date'), describePlace(language, closed)],
      ...(message
        ? ([[i18n._('Message from the center'), neutralizeLinks(message)]] as [string, string][])
        : []),
    ],
    button: first ?? { text: i18n._('Choose another day'), link: appointments },
    note: isPaid
      ? i18n._('Your payment moves to the new day.')
      : i18n._('If you cannot come on another day, cancel the appointment on the same page.'),
    choices: others,
    also: first ? [{ text: i18n._('See all days, or cancel'), link: appointments }] : [],
  });
}

function renderClosedText(deps: LinkDeps, { id, places, center, closed }: Notice, language: Language) {
  const i18n = translator(language);
  const name = neutralizeLinks(center.name);
  const lines = places.map(
    (place) =>
      `${describePlace(language, place)}: ${offerLink(deps, { purpose: 'move', id, ...place }, language)}`,
  );
  const day = describeClosed(language, closed, places);
  return [
    i18n._('Blood Buddies: {center} is closed on {day}. Choose another day:', { center: name, day }),
    ...(lines.length > 0 ? lines : [`${deps.publicUrl}${languageBase[language]}/dashboard/appointments`]),
  ].join('\n');
}
