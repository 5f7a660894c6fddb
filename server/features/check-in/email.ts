import type { Day } from '#contract/days.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import type { Reader } from '#server/email/reader.ts';
import { formatWeekdayAndDay } from '#server/i18n/days.ts';
import { getTranslator } from '#server/i18n/translator.ts';

/**
 * Renders the email with the link to claim a walk-in. Omits the donor's name, because staff type both the
 * name and the address.
 */
export function renderClaimEmail(
  { center, day }: { center: string; day: Day },
  { reader, link }: { reader: Reader; link: string },
): EmailTemplate {
  const { language, site } = reader;
  const i18n = getTranslator(language);
  return renderEmail(reader, {
    subject: i18n._('Add your visit to your {site} account', { site }),
    intro: i18n._(
      'You came to a donation center without an appointment, and gave this email address. Add the visit to your account to see it in your history.',
    ),
    rows: [
      [i18n._('Donation center'), neutralizeLinks(center)],
      [i18n._('Donation date'), formatWeekdayAndDay(language, day)],
    ],
    button: { text: i18n._('Add the visit'), link },
    note: i18n._('The link works for 90 days. If this was not you, you can ignore this email.'),
    reason: i18n._('You received this email because staff entered this address at {center}.', {
      center: neutralizeLinks(center),
    }),
  });
}
