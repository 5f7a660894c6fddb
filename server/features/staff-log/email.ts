import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import type { Reader } from '#server/email/reader.ts';
import { getTranslator } from '#server/i18n/translator.ts';

/** Renders the weekly email with the log head, which owners keep to detect removed entries. */
export function renderLogHead(reader: Reader, { head, link }: { head: string; link: string }): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderEmail(reader, {
    subject: i18n._('Keep this email: the log of {site}', { site: reader.site }),
    intro: i18n._(
      'Keep the line below. To check later that no entry was removed from the end of the log, paste it on the page Log.',
    ),
    rows: [[i18n._('Newest entry'), head]],
    button: { text: i18n._('Open the log'), link },
    reason: i18n._('You received this email because you are an owner of {site}. Owners get it once a week.', {
      site: reader.site,
    }),
  });
}
