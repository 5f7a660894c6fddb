import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import type { Reader } from '#server/email/reader.ts';
import { getTranslator } from '#server/i18n/translator.ts';

/** Renders the email with which an owner tests the email server. */
export function renderTestEmail(reader: Reader, link: string): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderEmail(reader, {
    subject: i18n._('Test email from {site}', { site: reader.site }),
    intro: i18n._('Emails from your site work: the email server accepted this one.'),
    button: { text: i18n._('Site settings'), link },
    reason: i18n._('You received this email because you asked for it on the settings page.'),
  });
}
