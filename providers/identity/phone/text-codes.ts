import { randomInt } from 'node:crypto';
import type { NumberType } from 'libphonenumber-js/max';
import { isSameSecret, newSecret } from '#platform/ids.ts';
import type { TextMessage } from '#platform/messages.ts';
import { minutes } from '#platform/time.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Language } from '../http/language.ts';
import { countAttempt, hashSecret } from '../schema/repository.ts';
import type { Call, Services } from '../services.ts';
import { addTextCode, findTextCode, type TextCode, type TextCodePurpose } from './repository.ts';

export const TEXT_CODE_TTL_MS = minutes(10);

/** Short: in Bengali one text holds 70 characters, and each text costs. */
const codeText: Record<Language, (code: string) => string> = {
  en: (code) => `${code} is your Blood Buddies code. It is good for 10 minutes. Tell it to nobody.`,
  bn: (code) => `${code} আপনার Blood Buddies কোড। ১০ মিনিট কাজ করবে। কাউকে বলবেন না।`,
};

/** What the code is for and whom it belongs to. */
export type TextCodeContext = {
  purpose: Exclude<TextCodePurpose, 'proof'>;
  accountId?: string;
  pendingHash?: string;
  factorId?: string;
};

/** `accounts:sendVerificationCode`: the same response for every number. `recaptchaToken` is ignored; limits protect. */
export async function sendVerificationCode(services: Services, call: Call) {
  requireSmsSender(services);
  const number = await readPhoneNumber(call.fields.text('phoneNumber'));
  return { sessionInfo: await sendTextCode(services, call, number, { purpose: 'sign-in' }) };
}

/** Returns the `sessionInfo` that goes with the texted digits. @throws AppError OPERATION_NOT_ALLOWED, TOO_MANY_ATTEMPTS_TRY_LATER */
export async function sendTextCode(
  services: Services,
  { address, language }: Call,
  { e164: phoneNumber, callingCode }: PhoneNumber,
  context: TextCodeContext,
): Promise<string> {
  requireSmsSender(services);
  // Anybody may open an account and begin to enrol: only who has a second factor is known.
  const known = context.purpose === 'second-factor';
  await services.limits.text({ address, phoneNumber, callingCode, known });
  const sessionInfo = newSecret();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = services.clock() + TEXT_CODE_TTL_MS;
  const message: TextMessage = { phoneNumber, text: codeText[language](code), goodUntil: expiresAt };
  await services.db.transaction().execute(async (trx) => {
    await addTextCode(trx, {
      hash: hashSecret(sessionInfo),
      purpose: context.purpose,
      phone_number: phoneNumber,
      code_hash: hashCode(sessionInfo, code),
      account_id: context.accountId ?? null,
      pending_hash: context.pendingHash ?? null,
      factor_id: context.factorId ?? null,
      expires_at: expiresAt,
    });
    await services.outbox.add(trx, 'text-message', message);
  });
  return sessionInfo;
}

/** Without a way to send them, everything that needs a text message is switched off. */
export function requireSmsSender({ settings }: Services): void {
  if (!settings.textMessages) throw identityError('OPERATION_NOT_ALLOWED');
}

export type EnteredCode = { sessionInfo: string; code: string };

/** `first`: which of two missing fields is reported. @throws AppError MISSING_CODE, MISSING_SESSION_INFO */
export function parseEnteredCode(fields: Fields, first: 'session' | 'code' = 'session'): EnteredCode {
  const sessionInfo = fields.text('sessionInfo');
  const code = fields.text('code');
  if (!code && (sessionInfo || first === 'code')) throw identityError('MISSING_CODE');
  if (!sessionInfo) throw identityError('MISSING_SESSION_INFO');
  if (!code) throw identityError('MISSING_CODE');
  return { sessionInfo, code };
}

/**
 * The row of a right code, still to be taken in the transaction that uses it.
 * @throws AppError INVALID_SESSION_INFO (unknown or used), SESSION_EXPIRED (too old, too many tries), INVALID_CODE
 */
export async function checkTextCode(
  { db, clock }: Services,
  { sessionInfo, code }: EnteredCode,
  purpose: TextCodeContext['purpose'],
): Promise<TextCode> {
  const which = { hash: hashSecret(sessionInfo), purpose };
  const row = await countAttempt(db, 'identity_text_code', { ...which, now: clock() });
  if (!row) throw identityError((await findTextCode(db, which)) ? 'SESSION_EXPIRED' : 'INVALID_SESSION_INFO');
  if (!isSameSecret(row.code_hash ?? '', hashCode(sessionInfo, code))) throw identityError('INVALID_CODE');
  return { ...row, purpose };
}

/** Six digits alone are soon guessed from their hash; the session is 256 random bits that are stored nowhere. */
const hashCode = (sessionInfo: string, code: string): string => hashSecret(`${sessionInfo}:${code}`);

/** `e164` such as +8801712345678, `callingCode` such as 880. */
export type PhoneNumber = { e164: string; callingCode: string };

/** What a text to costs more than a text, and no person carries: the usual prey of whoever earns by texts sent. */
const blockedNumberTypes: NumberType[] = ['PREMIUM_RATE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL'];

/** Reads an international number; spaces and hyphens are allowed. @throws AppError INVALID_PHONE_NUMBER */
export async function readPhoneNumber(text: string | undefined): Promise<PhoneNumber> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const number = text?.startsWith('+') ? parsePhoneNumberFromString(text, { extract: false }) : undefined;
  const reachable =
    number?.isPossible() &&
    !number.ext &&
    !number.isNonGeographic() &&
    !blockedNumberTypes.includes(number.getType());
  if (!number || !reachable) throw identityError('INVALID_PHONE_NUMBER', 'Invalid format.');
  return { e164: number.number, callingCode: number.countryCallingCode };
}
