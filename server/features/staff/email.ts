import type { Language } from '#contract/languages.ts';
import { type EmailTemplate, renderEmail } from '#server/email/template.ts';
import { translator } from '#server/i18n/translator.ts';

/** Renders the invitation to work with the site. Names neither the role nor the person who invites. */
export function renderInvitation(language: Language, link: string): EmailTemplate {
  const i18n = translator(language);
  return renderEmail({
    lang: language,
    subject: i18n._('You are invited to the staff of Blood Buddies'),
    intro: i18n._(
      'Somebody who runs Blood Buddies asks you to help with donation appointments, photos or reviews. Sign in with this email address to accept, or create an account with it.',
    ),
    rows: [],
    button: { text: i18n._('Accept the invitation'), link },
    note: i18n._('The invitation is valid for 14 days. If you did not expect it, you can ignore this email.'),
  });
}

/** Renders the email with which an owner tests the email server. */
export function renderTestEmail(language: Language, link: string): EmailTemplate {
  const i18n = translator(language);
  return renderEmail({
    lang: language,
    subject: i18n._('Test email from Blood Buddies'),
    intro: i18n._('Emails from your site work: the email server accepted this one.'),
    rows: [],
    button: { text: i18n._('Site settings'), link },
    note: i18n._('You asked for this email on the settings page.'),
  });
}
