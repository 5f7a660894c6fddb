import type { Language } from '#contract/languages.ts';
import { type EmailTemplate, renderEmail } from '#server/email/template.ts';
import { getTranslator } from '#server/i18n/translator.ts';

/** Renders the email with which an owner tests the email server. */
export function renderTestEmail(language: Language, link: string): EmailTemplate {
  const i18n = getTranslator(language);
  return renderEmail({
    lang: language,
    subject: i18n._('Test email from Blood Buddies'),
    intro: i18n._('Emails from your site work: the email server accepted this one.'),
    rows: [],
    button: { text: i18n._('Site settings'), link },
    note: i18n._('You asked for this email on the settings page.'),
  });
}
