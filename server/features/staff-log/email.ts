import type { Reader } from '#server/email/reader.ts';
import { type EmailTemplate, renderEmail } from '#server/email/template.ts';
import { getTranslator } from '#server/i18n/translator.ts';

/** Renders the weekly email with the log head, which owners keep to detect removed entries. */
export function renderLogHead(reader: Reader, { head, link }: { head: string; link: string }): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderEmail(reader, {
    subject: i18n._('Keep this email: the log of {site}', { site: reader.site }),
    intro: i18n._(
      'This line shows how far the log of what staff did has come. To find out whether somebody removed entries at its end, paste it on the page Log.',
    ),
    rows: [[i18n._('Newest entry'), head]],
    button: { text: i18n._('Open the log'), link },
    note: i18n._('Owners get this email once a week.'),
  });
}
