import type { Transaction } from 'kysely';
import { newSecret } from '#platform/ids.ts';
import { hours, minutes } from '#platform/time.ts';
import type { Language } from '../http/language.ts';
import { hashSecret } from '../http/secret.ts';
import type { IdentityTables } from '../schema/tables.ts';
import type { Services, Settings } from '../services.ts';
import { composeMail } from './mails.ts';
import { addCode, type Purpose } from './repository.ts';

/** How the page behind the link names its purpose (`mode`). */
const modes: Record<Purpose, string> = {
  PASSWORD_RESET: 'resetPassword',
  VERIFY_EMAIL: 'verifyEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  RECOVER_EMAIL: 'recoverEmail',
  EMAIL_SIGNIN: 'signIn',
  REVERT_SECOND_FACTOR_ADDITION: 'revertSecondFactorAddition',
};

export type Letter = {
  purpose: Purpose;
  accountId: string | null;
  /** The address that the code is about. */
  email: string;
  newEmail?: string;
  /** The second factor that was added. */
  factorId?: string;
  /** RECOVER_EMAIL: see CodeTable. */
  ownerProven?: boolean;
  continueUrl?: string | undefined;
  /** A code that opens nothing, in an email that is never sent: an unknown address takes the same work as a known one. */
  decoy?: boolean;
  language: Language;
  /** When it is written, in ms. */
  now: number;
};

/** For how many ms a code is good. */
export function lifeOf(purpose: Purpose, { strict }: Pick<Settings, 'strict'>): number {
  if (purpose === 'EMAIL_SIGNIN' && strict) return minutes(10);
  return purpose === 'PASSWORD_RESET' ? hours(1) : hours(24);
}

/** A fresh code and the mail that carries it, in one transaction: the code leaves the house by mail only. */
export async function sendCode(
  trx: Transaction<IdentityTables>,
  { outbox, site, settings }: Services,
  letter: Letter,
): Promise<void> {
  const { purpose, email, newEmail } = letter;
  const expiresAt = letter.now + lifeOf(purpose, settings);
  const code = newSecret();
  await addCode(trx, {
    hash: hashSecret(code),
    purpose,
    account_id: letter.accountId,
    email,
    new_email: newEmail ?? null,
    factor_id: letter.factorId ?? null,
    owner_proven: letter.ownerProven === undefined ? null : Number(letter.ownerProven),
    expires_at: expiresAt,
  });
  const link = new URL('/account/action', site.publicUrl);
  link.searchParams.set('mode', modes[purpose]);
  link.searchParams.set('oobCode', code);
  link.searchParams.set('apiKey', site.apiKey);
  if (letter.continueUrl) link.searchParams.set('continueUrl', letter.continueUrl);
  link.searchParams.set('lang', letter.language);
  const to = purpose === 'VERIFY_AND_CHANGE_EMAIL' && newEmail ? newEmail : email;
  const kind = purpose === 'EMAIL_SIGNIN' && settings.strict ? 'BRIEF_EMAIL_SIGNIN' : purpose;
  const mail = composeMail({ kind, language: letter.language, to, link: link.href });
  await outbox.add(trx, letter.decoy ? 'decoy-mail' : 'mail', { ...mail, goodUntil: expiresAt });
}

/**
 * Counts the email that tells a former address of a change: the address need not be that of whoever changes it.
 * @throws AppError TOO_MANY_ATTEMPTS_TRY_LATER
 */
export const countRecovery = ({ limits }: Services, address: string, former: string): Promise<unknown> =>
  limits.email({ address, kind: 'RECOVER_EMAIL', to: former });

/** Tells the former address of a change, with a way back. */
export function sendRecovery(
  trx: Transaction<IdentityTables>,
  services: Services,
  change: Pick<Letter, 'email' | 'language' | 'now'> & {
    accountId: string;
    newEmail: string;
    ownerProven: boolean;
  },
): Promise<void> {
  return sendCode(trx, services, { purpose: 'RECOVER_EMAIL', ...change });
}

/** Tells the person of a second factor that was added, with a way to be rid of it: it may be a stranger's. */
export function sendAddition(
  trx: Transaction<IdentityTables>,
  services: Services,
  addition: Pick<Letter, 'email' | 'language' | 'now'> & { accountId: string; factorId: string },
): Promise<void> {
  return sendCode(trx, services, { purpose: 'REVERT_SECOND_FACTOR_ADDITION', ...addition });
}
