import type { NumberType } from 'libphonenumber-js/max';
import { refuse } from '../http/errors.ts';

/** `e164` such as +8801712345678, `callingCode` such as 880. */
export type PhoneNumber = { e164: string; callingCode: string };

/** What a text to costs more than a text, and no person carries: the usual prey of whoever earns by texts sent. */
const costly: NumberType[] = ['PREMIUM_RATE', 'SHARED_COST', 'UAN', 'PAGER', 'VOICEMAIL'];

/** Reads an international number; spaces and hyphens are allowed. @throws AppError INVALID_PHONE_NUMBER */
export async function readPhoneNumber(text: string | undefined): Promise<PhoneNumber> {
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max');
  const number = text?.startsWith('+') ? parsePhoneNumberFromString(text, { extract: false }) : undefined;
  const reachable =
    number?.isPossible() && !number.ext && !number.isNonGeographic() && !costly.includes(number.getType());
  if (!number || !reachable) throw refuse('INVALID_PHONE_NUMBER', 'Invalid format.');
  return { e164: number.number, callingCode: number.countryCallingCode };
}
