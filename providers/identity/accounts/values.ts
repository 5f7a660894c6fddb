import { hasInvisible, isVisible, nameHasInvisible } from '#platform/text.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';

const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 256;
const MAX_URL_LENGTH = 2048;
/**
 * One address without lists, display names and quotes. Backtracks only to the first dot, so it runs in linear
 * time.
 */
const emailPattern =
  /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}][^\s@,;:<>()[\]"\\\p{Cc}.]*\.[^\s@,;:<>()[\]"\\\p{Cc}]+$/u;

/** Characters rejected in names and URLs, which are shown in one line. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && emailPattern.test(text) && !hasInvisible(text);

/** Returns the address in lower case, the form in which addresses are compared. */
export function readEmail(text: string, errorCode: 'INVALID_EMAIL' | 'INVALID_NEW_EMAIL' = 'INVALID_EMAIL') {
  const email = text.toLowerCase();
  if (!isEmail(email)) throw identityError(errorCode);
  return email;
}

export type Profile = { display_name?: string | null; photo_url?: string | null };

/** Returns the profile changes in the request. An empty or null field clears its column. */
export function readProfile(fields: Fields): Profile {
  return {
    ...readProfileField(fields, 'displayName', 'display_name', MAX_NAME_LENGTH),
    ...readProfileField(fields, 'photoUrl', 'photo_url', MAX_URL_LENGTH),
  };
}

function readProfileField(fields: Fields, name: string, column: keyof Profile, maxLength: number): Profile {
  if (fields.text(name) === undefined && !fields.cleared(name)) return {};
  return { [column]: readOneLine(fields, name, maxLength) };
}

/** Returns null for an empty or missing field. */
function readOneLine(fields: Fields, name: string, maxLength: number): string | null {
  const value = fields.text(name);
  if (!value) return null;
  if (controlCharacters.test(value))
    throw identityError('INVALID_ARGUMENT', `${name} contains line breaks or control characters`);
  if (value.length > maxLength) throw identityError('INVALID_ARGUMENT', `${name} is too long`);
  if (!isVisible(value)) throw identityError('INVALID_ARGUMENT', `${name} has no visible characters`);
  if (nameHasInvisible(value))
    throw identityError('INVALID_ARGUMENT', `${name} contains invisible characters`);
  return value;
}

/** Returns the display name of an account or of a second factor, or null. */
export const readDisplayName = (fields: Fields): string | null =>
  readOneLine(fields, 'displayName', MAX_NAME_LENGTH);
