import { html } from 'hono/html';
import { newSecret } from '#platform/ids.ts';
import type { Email } from '#platform/messages.ts';
import { hours, minutes } from '#platform/time.ts';
import type { Language } from '../http/language.ts';
import { addRow, hashSecret } from '../schema/repository.ts';
import type { CodePurpose, Trx } from '../schema/tables.ts';
import type { Services, Settings } from '../services.ts';
import { copyLinkText, type EmailKind, emailMessages, type NoticeKind } from './messages.ts';

/** The `mode` parameter of the links. */
export const actionModes: Record<CodePurpose, string> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  EMAIL_SIGNIN: 'signIn',
  REVERT_SECOND_FACTOR_ADDITION: 'revertSecondFactorAddition',
};

export type CodeEmail = {
  purpose: CodePurpose;
  accountId: string | null;
  /** The address that the code is about. */
  email: string;
  newEmail?: string;
  /** The added second factor or passkey. */
  factorId?: string;
  /** Label of an added passkey. */
  passkey?: string;
  /** See CodeRow. */
  ownerProven?: boolean;
  continueUrl?: string | undefined;
  /**
   * Stores a useless code and an email that is never sent, so that an unknown address takes as much work as a
   * known one.
   */
  isDecoy?: boolean;
  language: Language;
  /** Current time, in ms. */
  now: number;
};

/** Returns the lifetime of a code in ms. */
export function codeTtlMs(purpose: CodePurpose, { strict }: Pick<Settings, 'strict'>): number {
  if (purpose === 'EMAIL_SIGNIN' && strict) return minutes(10);
  return purpose === 'PASSWORD_RESET' ? hours(1) : hours(24);
}

/** Stores a new code and adds its email to the outbox in the same transaction. */
export async function sendCode(trx: Trx, services: Services, codeEmail: CodeEmail) {
  const { outbox, site, settings } = services;
  const { purpose, email, newEmail, language } = codeEmail;
  const expiresAt = codeEmail.now + codeTtlMs(purpose, settings);
  const code = newSecret();
  await addRow(trx, 'identity_code', {
    hash: hashSecret(code),
    purpose,
    account_id: codeEmail.accountId,
    email,
    new_email: newEmail ?? null,
    factor_id: codeEmail.factorId ?? null,
    owner_proven: codeEmail.ownerProven === undefined ? null : Number(codeEmail.ownerProven),
    expires_at: expiresAt,
  });
  const link = new URL('/account/action', site.publicUrl);
  link.searchParams.set('mode', actionModes[purpose]);
  link.searchParams.set('oobCode', code);
  link.searchParams.set('apiKey', site.apiKey);
  if (codeEmail.continueUrl) link.searchParams.set('continueUrl', codeEmail.continueUrl);
  link.searchParams.set('lang', language);
  const to = purpose === 'VERIFY_AND_CHANGE_EMAIL' && newEmail ? newEmail : email;
  const { passkey } = codeEmail;
  const isShortLived = purpose === 'EMAIL_SIGNIN' && settings.strict;
  const kind = passkey !== undefined ? 'PASSKEY_ADDED' : isShortLived ? 'SHORT_LIVED_EMAIL_SIGNIN' : purpose;
  const siteName = await services.siteName(trx, language);
  const rendered = renderCodeEmail({ kind, language, to, link: link.href, factor: passkey, siteName });
  await outbox.add(trx, codeEmail.isDecoy ? 'decoy-email' : 'email', { ...rendered, goodUntil: expiresAt });
}

/** `factor`: label of a removed second factor. */
type Notice = { kind: NoticeKind; to: string; language: Language; siteName: string; factor?: string };

/** Notifies the owner of a change that another person may have made. */
export async function sendNotice(
  trx: Trx,
  { outbox, site, siteName }: Services,
  notice: Omit<Notice, 'siteName'>,
): Promise<void> {
  const name = await siteName(trx, notice.language);
  await outbox.add(trx, 'email', renderNoticeEmail({ ...notice, siteName: name }, site));
}

export function renderNoticeEmail(
  { kind, language, ...notice }: Notice,
  { publicUrl }: Pick<Services['site'], 'publicUrl'>,
) {
  const page = kind === 'FACTOR_REMOVED' ? '/login' : '/dashboard/account';
  const parameters = language === 'en' ? '' : `?lang=${language}`;
  return renderCodeEmail({ kind, language, link: `${publicUrl}${page}${parameters}`, ...notice });
}

/** Counts the email to a former address, to limit abuse. @throws AppError too-many-requests */
export const limitRecoveryEmails = (
  { limits }: Services,
  address: string,
  former: string,
): Promise<unknown> => limits.email({ address, kind: 'RECOVER_EMAIL', to: former });

type CodeEmailContent = {
  kind: EmailKind;
  language: Language;
  siteName: string;
  to: string;
  link: string;
  factor?: string | undefined;
};

/** Renders a short email with one link, as plain text and as HTML. */
export function renderCodeEmail({ kind, factor = '', ...email }: CodeEmailContent): Email {
  const { language, siteName, to, link } = email;
  const { ifUnexpected, ...texts } = emailMessages[language][kind];
  const subject = texts.subject.replace('{site}', () => siteName);
  const button = texts.button.replace('{site}', () => siteName);
  const message = texts.message.replace('{factor}', () => factor);
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0 auto;max-width:36em;padding:1.5em;font:1.1em/1.5 sans-serif;color:#1f1f1f;background:#fff">
<h1 style="font-size:1.3em;line-height:1.3">${subject}</h1>
<p>${message}</p>
<p><a href="${link}" style="display:inline-block;padding:.7em 1.2em;border-radius:.5em;background:#a4161a;color:#fff;text-decoration:none;font-weight:bold">${button}</a></p>
<p>${ifUnexpected}</p>
<p style="font-size:.9em;overflow-wrap:anywhere">${copyLinkText[language]} ${link}</p>
</body>
</html>
`;
  return {
    to,
    senderName: siteName,
    subject,
    text: `${message}\n\n${button}:\n${link}\n\n${ifUnexpected}\n\n${siteName}\n`,
    html: String(page),
  };
}
