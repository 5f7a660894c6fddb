import { toAsciiDigits } from './digits.ts';

// Without a country of the site, donors' phone numbers are 11 digits, as people write them in Bangladesh:
// 01712345678. With one, they are stored as E.164: +221771234567 (server/integrations/phone-numbers.ts).

export const PHONE_PATTERN = /^\d{11}$/;

/** A phone number as it is stored. */
export const STORED_PHONE_PATTERN = /^(\d{11}|\+\d{6,15})$/;

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
 * Returns a stored number as E.164. Of those with 11 digits, only mobile numbers (01...) are known to be of
 * Bangladesh, and the others cannot get text messages.
 */
export function toE164(phone: string): string | undefined {
  if (phone.startsWith('+')) return phone;
  return /^01\d{9}$/.test(phone) ? `+88${phone}` : undefined;
}
