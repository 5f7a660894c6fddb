import { toAsciiDigits } from './digits.ts';

// Donors' phone numbers are stored as people write them in Bangladesh: 11 digits, 01712345678. Everything
// that depends on the country is in this file.

export const PHONE_PATTERN = /^\d{11}$/;

const separators = /[\s().\p{Pd}\p{Cf}/]/gu;
const countryCode = /^(?:\+|00)?880*(?=[1-9])/;

/**
 * Returns a typed or pasted number without separators and country code: `+880 1712-345678` becomes
 * `01712345678`.
 */
export function normalizePhone(typed: string): string {
  const phone = toAsciiDigits(typed).replace(separators, '');
  return PHONE_PATTERN.test(phone) ? phone : phone.replace(countryCode, '0');
}

/**
 * Returns a mobile number as `+8801712345678`, or undefined for any other number, which cannot get text
 * messages.
 */
export const toE164 = (phone: string): string | undefined =>
  /^01\d{9}$/.test(phone) ? `+88${phone}` : undefined;
