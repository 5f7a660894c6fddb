import type { Language } from '#contract/languages.ts';
import type { StaffRole } from '#contract/staff-access.ts';
import { type EmailTemplate, neutralizeLinks, renderEmail } from '#server/email/template.ts';
import { translator } from '#server/i18n/translator.ts';

export type Invitation = {
  role: StaffRole;
  /** Names of the centers that the role is for. */
  centers: readonly string[];
  /** Address of the owner who invites; undefined for the command line. */
  invitedBy: string | undefined;
};

/** Renders the invitation to work with the site. */
export function renderInvitation(
  language: Language,
  { role, centers, invitedBy }: Invitation,
  link: string,
): EmailTemplate {
  const i18n = translator(language);
  const names = {
    owner: i18n._('Owner'),
    coordinator: i18n._('Coordinator'),
    door: i18n._('Check-in'),
    moderator: i18n._('Moderator'),
  };
  return renderEmail({
    lang: language,
    subject: i18n._('You are invited to the staff of Blood Buddies'),
    intro: i18n._(
      'To accept, open the page below. Sign in with this email address, or create an account with it.',
    ),
    rows: [
      [i18n._('Role'), names[role]],
      ...centers.map((name) => [i18n._('Center'), neutralizeLinks(name)] as const),
      ...(invitedBy ? [[i18n._('Invited by'), invitedBy] as const] : []),
    ],
    button: { text: i18n._('Accept the invitation'), link },
    note: i18n._('The invitation is valid for 14 days. If you did not expect it, you can ignore this email.'),
  });
}

/** Renders the notice that the owner or operator removed all verification methods and passkeys of an account. */
export function renderMethodsRemoved(language: Language, link: string): EmailTemplate {
  const i18n = translator(language);
  return renderEmail({
    lang: language,
    subject: i18n._('Your passkeys and verification methods were removed'),
    intro: i18n._(
      'The owner of Blood Buddies removed all passkeys and verification methods from your account, for example because you lost a device. All devices are signed out.',
    ),
    rows: [],
    button: { text: i18n._('Sign in'), link },
    note: i18n._(
      'If you did not ask for this, choose a new password now (“Forget Password ?” on the login page).',
    ),
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

/** Renders the weekly email to owners that shows how far the log has come. */
export function renderLogHead(
  language: Language,
  { head, link }: { head: string; link: string },
): EmailTemplate {
  const i18n = translator(language);
  return renderEmail({
    lang: language,
    subject: i18n._('Keep this email: the log of Blood Buddies'),
    intro: i18n._(
      'This line shows how far the log of what staff did has come. To find out whether somebody removed entries at its end, paste it on the page Log.',
    ),
    rows: [[i18n._('Newest entry'), head]],
    button: { text: i18n._('Open the log'), link },
    note: i18n._('Owners get this email once a week.'),
  });
}
