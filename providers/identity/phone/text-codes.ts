import { randomInt } from 'node:crypto';
import type { NumberType } from 'libphonenumber-js/max';
import { tooManyRequestsError } from '#platform/http/limits.ts';
import { isSameSecret, newSecret } from '#platform/ids.ts';
import type { TextMessage } from '#platform/messages.ts';
import { minutes } from '#platform/time.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Language } from '../http/language.ts';
import {
  addRow,
  countAttempt,
  findRow,
  hashSecret,
  type LimitedFilter,
  type LimitedTable,
} from '../schema/repository.ts';
import type { Db, IdentityTables, TextCodePurpose, TextCodeRow } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';

export const TEXT_CODE_TTL_MS = minutes(10);

/** `site` is the site's name and a space, or ''. */
const codeText: Record<Language, (code: string, site: string) => string> = {
  en: (code, site) => `${code} is your ${site}code. It expires in 10 minutes. Do not share it.`,
  bn: (code, site) => `${code} আপনার ${site}কোড। মেয়াদ ১০ মিনিট। কাউকে বলবেন না।`,
};

/** Omits a name with which the text would not fit one message, because each message costs money. */
function renderTextCode(language: Language, code: string, siteName: string): string {
  const text = codeText[language](code, `${siteName} `);
  return text.length <= maxTextLength(text) ? text : codeText[language](code, '');
}

/** One message holds 160 of these characters of GSM's alphabet, or 70 characters if there is any other. */
const maxTextLength = (text: string): number =>
  /^[ -Z_a-z£¥èéùìòÇØøÅåÆæßÉÄÖÑÜ§¿¡äöñüà]*$/.test(text) ? 160 : 70;

/** The purpose of a code, with the account, pending sign-in and factor that it belongs to. */
export type TextCodeContext = {
  purpose: Exclude<TextCodePurpose, 'proof'>;
  account_id?: string;
  pending_hash?: string;
  factor_id?: string;
};
export const emptyTextCode = {
  code_hash: null,
  account_id: null,
  pending_hash: null,
  factor_id: null,
  tries: 0,
};

/** `accounts:sendVerificationCode`: responds the same for every number. Limits replace `recaptchaToken`. */
export async function sendVerificationCode(services: Services, call: Call) {
  requireSmsSender(services);
  const number = await readPhoneNumber(call.fields.text('phoneNumber'));
  return { sessionInfo: await sendTextCode(services, call, number, { purpose: 'sign-in' }) };
}

/**
 * Sends a code and returns the `sessionInfo` that redeems it.
 * @throws AppError OPERATION_NOT_ALLOWED, too-many-requests
 */
export async function sendTextCode(
  services: Services,
  { address, language }: Call,
  { e164: phoneNumber, callingCode }: PhoneNumber,
  context: TextCodeContext,
): Promise<string> {
  requireSmsSender(services);
  // Enrollment does not count as a second factor, because anyone can create an account and enroll.
  const isSecondFactor = context.purpose === 'second-factor';
  const exhausted = await services.countText({
    phoneNumber,
    isSecondFactor,
    accountId: context.account_id,
    requester: { address, callingCode },
  });
  if (exhausted) throw tooManyRequestsError(exhausted);
  const sessionInfo = newSecret();
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = services.clock() + TEXT_CODE_TTL_MS;
  const text = renderTextCode(language, code, await services.siteName(services.db, language));
  const message: TextMessage = { phoneNumber, text, goodUntil: expiresAt };
  await services.db.transaction().execute(async (trx) => {
    await addRow(trx, 'identity_text_code', {
      ...emptyTextCode,
      ...context,
      hash: hashSecret(sessionInfo),
      code_hash: hashCode(sessionInfo, code),
      phone_number: phoneNumber,
      expires_at: expiresAt,
    });
    await services.outbox.add(trx, 'text-message', message);
  });
  return sessionInfo;
}

/** @throws AppError OPERATION_NOT_ALLOWED when the site cannot send text messages */
export function requireSmsSender({ settings }: Services): void {
  if (!settings.textMessages) throw identityError('OPERATION_NOT_ALLOWED');
}

export type EnteredCode = { sessionInfo: string; code: string };

/**
 * @param first the field that is reported when neither is sent
 * @throws AppError MISSING_CODE, MISSING_SESSION_INFO
 */
export function parseEnteredCode(fields: Fields, first: 'session' | 'code' = 'session'): EnteredCode {
  const sessionInfo = fields.text('sessionInfo');
  const code = fields.text('code');
  if (!code && (sessionInfo || first === 'code')) throw identityError('MISSING_CODE');
  if (!sessionInfo) throw identityError('MISSING_SESSION_INFO');
  if (!code) throw identityError('MISSING_CODE');
  return { sessionInfo, code };
}

/**
 * Returns the row of a correct code. The transaction that uses it must claim it.
 * @throws AppError INVALID_SESSION_INFO (unknown or used), SESSION_EXPIRED (or too many attempts),
 * INVALID_CODE
 */
export async function checkTextCode(
  { db, clock }: Services,
  { sessionInfo, code }: EnteredCode,
  purpose: TextCodeContext['purpose'],
): Promise<TextCodeRow> {
  const filter = { hash: hashSecret(sessionInfo), purpose };
  const row = await countCodeAttempt(db, 'identity_text_code', filter, clock());
  if (!isSameSecret(row.code_hash ?? '', hashCode(sessionInfo, code))) throw identityError('INVALID_CODE');
  return row;
}

/**
 * Counts an attempt at the code of a `sessionInfo` and returns its row.
 * @throws AppError INVALID_SESSION_INFO, SESSION_EXPIRED
 */
export async function countCodeAttempt<Table extends LimitedTable>(
  db: Db,
  table: Table,
  filter: LimitedFilter<Table>,
  now: number,
): Promise<IdentityTables[Table]> {
  const row = await countAttempt(db, table, { ...filter, now });
  if (row) return row;
  throw identityError((await findRow(db, table, filter)) ? 'SESSION_EXPIRED' : 'INVALID_SESSION_INFO');
}

/**
 * A hash of six digits alone could be reversed, so the hash includes `sessionInfo`, which is 256 random bits
 * and is not stored.
 */
const hashCode = (sessionInfo: string, code: string): string => hashSecret(`${sessionInfo}:${code}`);

/** `e164` such as +8801712345678, `callingCode` such as 880. */
export type PhoneNumber = { e164: string; callingCode: string };

/** Numbers that cost extra or belong to no person. SMS pumping fraud uses such numbers. */
const blockedNumberTypes: NumberType[] = ['PREMIUM_RATE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL'];

/**
 * Parses an international number, which may have spaces and hyphens.
 * @throws AppError INVALID_PHONE_NUMBER
 */
export async function readPhoneNumber(text: string | undefined): Promise<PhoneNumber> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const number = text?.startsWith('+') ? parsePhoneNumberFromString(text, { extract: false }) : undefined;
  const isReachable =
    number?.isPossible() &&
    !number.ext &&
    !number.isNonGeographic() &&
    !blockedNumberTypes.includes(number.getType());
  if (!number || !isReachable) throw identityError('INVALID_PHONE_NUMBER', 'Invalid format.');
  return { e164: number.number, callingCode: number.countryCallingCode };
}
