import { readPhoneNumber } from '#server/integrations/phone-numbers.ts';

/** Does not match the pattern of a phone number. */
const INVALID = 'invalid';

/** Returns whether the body has a phone number, which may be invalid. */
export const hasPhone = (body: unknown): body is { phone: string } =>
  typeof body === 'object' &&
  body !== null &&
  'phone' in body &&
  typeof body.phone === 'string' &&
  body.phone.trim() !== '';

/**
 * Returns the body with the phone number of a donor as it is stored, so that the fields can be validated: as
 * E.164 at a site with a country, and as 11 digits without one.
 */
export const withStoredPhone = (body: { phone: string }, country: string | null): object => ({
  ...body,
  phone: toStoredPhone(body.phone.trim(), country) ?? INVALID,
});

/** Returns undefined for a number that cannot be dialed. Without a country, the digits are not checked. */
export function toStoredPhone(phone: string, country: string | null): string | undefined {
  if (country !== null) return readPhoneNumber(phone, country);
  return phone.startsWith('+') ? undefined : phone;
}
