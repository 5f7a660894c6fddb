import { languageBase } from '#contract/languages.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import type { Core } from '#server/core.ts';
import type { AppointmentRow } from '#server/db/tables.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import type { Reader } from '#server/email/reader.ts';
import { endOfDay } from '#server/features/centers/local-time.ts';
import type { CenterWithSeries } from '#server/features/centers/rules.ts';
import { describeSlot, offerLink, type Slot } from '#server/features/offer-links/offer-tokens.ts';
import { getTranslator } from '#server/i18n/translator.ts';

/**
 * Renders the email that lists the slots canceled because the address was not confirmed, each with a link to
 * book it again.
 */
export function renderCanceledBookings(
  core: Pick<Core, 'publicUrl' | 'linkKeys'>,
  appointments: readonly AppointmentRow[],
  { reader, centers }: { reader: Reader; centers: ReadonlyMap<string, CenterWithSeries> },
): EmailTemplate & { goodUntil: number } {
  const { language } = reader;
  const i18n = getTranslator(language);
  const rows: [string, string][] = [];
  const links: { text: string; link: string }[] = [];
  let goodUntil = 0;
  for (const { id, center, center_id, day, slot_time } of appointments) {
    const slot: Slot = { day, time: slot_time ?? '' };
    const when = describeSlot(language, slot);
    rows.push([when, neutralizeLinks(center)]);
    const link = offerLink(core, { purpose: 'book-again', id, ...slot }, language);
    links.push({ text: i18n._('Book {slot} again', { slot: when }), link });
    const known = centers.get(center_id ?? '');
    if (known) goodUntil = Math.max(goodUntil, endOfDay(known, day));
  }
  const [button, ...choices] = links;
  const email = renderEmail(reader, {
    subject: i18n._('Your appointment for a blood donation was canceled'),
    intro: i18n._(
      'Your email address was not confirmed, so we canceled the appointment. If you want to come, book it again with one tap.',
    ),
    rows,
    button: button ?? { text: '', link: '' },
    choices,
    note: i18n._('If you did not request this, you do not need to do anything.'),
    also: [
      {
        text: i18n._('See your appointments'),
        link: `${core.publicUrl}${languageBase[language]}/dashboard/appointments`,
      },
    ],
    reason: i18n._('You received this email because an appointment was booked with this email address.'),
  });
  return { ...email, goodUntil };
}
