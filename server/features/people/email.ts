import type { StaffRole } from '#contract/staff-access.ts';
import { type EmailTemplate, renderEmail } from '#platform/email-layout.ts';
import { neutralizeLinks } from '#server/email/neutralize-links.ts';
import type { Reader } from '#server/email/reader.ts';
import { getTranslator } from '#server/i18n/translator.ts';

export type Invitation = {
  role: StaffRole;
  /** Names of the centers to which the role is limited. */
  centers: readonly string[];
  /** Address of the owner who invites. Undefined for the command line. */
  invitedBy: string | undefined;
};

/** Renders the invitation to work with the site. */
export function renderInvitation(
  reader: Reader,
  { role, centers, invitedBy }: Invitation,
  link: string,
): EmailTemplate {
  const i18n = getTranslator(reader.language);
  const names = {
    owner: i18n._('Owner'),
    coordinator: i18n._('Coordinator'),
    door: i18n._('Check-in'),
    moderator: i18n._('Moderator'),
    editor: i18n._('Editor'),
  };
  return renderEmail(reader, {
    subject: i18n._('You are invited to the staff of {site}', { site: reader.site }),
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
    reason: i18n._('You received this email because {site} invited you to its staff.', { site: reader.site }),
  });
}

/**
 * Renders the notice that the owner or operator removed all verification methods and passkeys of an account.
 */
export function renderMethodsRemoved(reader: Reader, link: string): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderEmail(reader, {
    subject: i18n._('Your passkeys and verification methods were removed'),
    intro: i18n._(
      'The owner of {site} removed all passkeys and verification methods from your account, for example because you lost a device. All devices are signed out.',
      { site: reader.site },
    ),
    button: { text: i18n._('Sign in'), link },
    note: i18n._(
      'If you did not ask for this, choose a new password now (“Forget Password ?” on the login page).',
    ),
    reason: securityReason(reader),
  });
}

/** Renders the notice that an owner or the operator was asked to delete an account. */
export function renderDeletionRequested(reader: Reader, link: string): EmailTemplate {
  const i18n = getTranslator(reader.language);
  return renderEmail(reader, {
    subject: i18n._('Your account is about to be deleted'),
    intro: i18n._(
      'The owner of {site} was asked to delete your account. This removes your appointments, photos and reviews, and cannot be undone.',
      { site: reader.site },
    ),
    note: i18n._('If you did not ask for this, write to us now. The page below says how.'),
    button: { text: i18n._('Contact'), link },
    reason: securityReason(reader),
  });
}

function securityReason({ language, site }: Reader): string {
  const i18n = getTranslator(language);
  return i18n._('You received this email because it is about the security of your {site} account.', { site });
}
