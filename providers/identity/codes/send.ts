import { type EmailReader, renderEmail } from '#platform/email-layout.ts';
import { newSecret } from '#platform/ids.ts';
import type { Email } from '#platform/messages.ts';
import { hours, minutes } from '#platform/time.ts';
import type { Language } from '../http/language.ts';
import { addRow, hashSecret } from '../schema/repository.ts';
import type { CodePurpose, Trx } from '../schema/tables.ts';
import type { Services, Settings } from '../services.ts';
import {
  copyLinkText,
  type EmailKind,
  emailMessages,
  isRequested,
  type NoticeKind,
  reasons,
} from './messages.ts';

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
  const reader = await readReader(services, trx, language);
  const rendered = renderCodeEmail({ kind, to, link: link.href, factor: passkey }, reader);
  await outbox.add(trx, codeEmail.isDecoy ? 'decoy-email' : 'email', { ...rendered, goodUntil: expiresAt });
}

type Reader = EmailReader & { language: Language };

const readReader = async (
  { siteName, siteLook }: Services,
  trx: Trx,
  language: Language,
): Promise<Reader> => ({ language, site: await siteName(trx, language), look: await siteLook(trx) });

/** `factor`: label of a removed second factor. */
type Notice = { kind: NoticeKind; to: string; factor?: string };

/** Notifies the owner of a change that another person may have made. */
export async function sendNotice(
  trx: Trx,
  services: Services,
  { language, ...notice }: Notice & { language: Language },
): Promise<void> {
  const reader = await readReader(services, trx, language);
  await services.outbox.add(trx, 'email', renderNoticeEmail(notice, reader, services.site));
}

export function renderNoticeEmail(
  notice: Notice,
  reader: Reader,
  { publicUrl }: Pick<Services['site'], 'publicUrl'>,
): Email {
  const page = notice.kind === 'FACTOR_REMOVED' ? '/login' : '/dashboard/account';
  const parameters = reader.language === 'en' ? '' : `?lang=${reader.language}`;
  return renderCodeEmail({ ...notice, link: `${publicUrl}${page}${parameters}` }, reader);
}

/** Counts the email to a former address, to limit abuse. @throws AppError too-many-requests */
export const limitRecoveryEmails = (
  { limits }: Services,
  address: string,
  former: string,
): Promise<unknown> => limits.email({ address, kind: 'RECOVER_EMAIL', to: former });

type CodeEmailContent = { kind: EmailKind; to: string; link: string; factor?: string | undefined };

/** Renders a short email with one link. */
export function renderCodeEmail({ kind, to, link, factor = '' }: CodeEmailContent, reader: Reader): Email {
  const { language, site } = reader;
  const { subject, message, button, ifUnexpected } = emailMessages[language][kind];
  const withSite = (text: string) => text.replace('{site}', () => site);
  const email = renderEmail(reader, {
    subject: withSite(subject),
    intro: message.replace('{factor}', () => factor),
    button: { text: withSite(button), link },
    note: ifUnexpected,
    copyText: copyLinkText[language],
    reason: withSite(reasons[language][isRequested(kind) ? 'requested' : 'changed']),
  });
  return { ...email, to };
}
