import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { toAsciiDigits } from '#contract/digits.ts';

/** Returns a number of the country, or an international one, in any usual form, as E.164. */
export function readPhoneNumber(typed: string, country: string): string | undefined {
  const options = { ...(isSupportedCountry(country) && { defaultCountry: country }), extract: false };
  const number = parsePhoneNumberFromString(toAsciiDigits(typed), options);
  return number?.isValid() && !number.ext ? number.number : undefined;
}

/** Returns the digits that people of its country dial: `+221771234567` becomes `771234567`. */
export const toNationalDigits = (e164: string): string =>
  parsePhoneNumberFromString(e164)?.formatNational().replaceAll(/\D/g, '') ?? e164.slice(1);

/** Returns a number as it is dialed from any country, such as `+221 77 123 45 67`, or the text itself. */
export function toInternational(typed: string, country: string | null): string {
  const number = country === null ? undefined : readPhoneNumber(typed, country);
  return (number && parsePhoneNumberFromString(number)?.formatInternational()) ?? typed;
}

/** Returns a number as people of the country write it, such as `70 123 45 67`. */
export const findExampleNumber = (country: string): string | undefined =>
  getExampleNumber(country as CountryCode, examples)?.formatNational();
