import { isVisible } from '#platform/text.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';

const MAX_EMAIL_LENGTH = 254;
const MAX_NAME_LENGTH = 256;
const MAX_URL_LENGTH = 2048;
/** One address, without what mail programs interpret (lists, names, quotes). The first dot alone is tried: linear time. */
const emailPattern =
  /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}][^\s@,;:<>()[\]"\\\p{Cc}.]*\.[^\s@,;:<>()[\]"\\\p{Cc}]+$/u;

/** Names and addresses are shown, and may be mailed, in one line. */
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL_LENGTH && emailPattern.test(text);

/** In lower case, as addresses compare. */
export function readEmail(text: string, errorCode: 'INVALID_EMAIL' | 'INVALID_NEW_EMAIL' = 'INVALID_EMAIL') {
  const email = text.toLowerCase();
  if (!isEmail(email)) throw identityError(errorCode);
  return email;
}

export type Profile = { display_name?: string | null; photo_url?: string | null };

/** What of the profile is to change; empty or null clears it. */
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

/** Null where it is empty or was not sent. */
function readOneLine(fields: Fields, name: string, maxLength: number): string | null {
  const value = fields.text(name);
  if (!value) return null;
  if (controlCharacters.test(value))
    throw identityError('INVALID_ARGUMENT', `${name} has line breaks or control characters`);
  if (value.length > maxLength) throw identityError('INVALID_ARGUMENT', `${name} is too long`);
  if (!isVisible(value)) throw identityError('INVALID_ARGUMENT', `${name} has no visible characters`);
  return value;
}

/** The name of an account or of a second factor; null for none. */
export const readDisplayName = (fields: Fields): string | null =>
  readOneLine(fields, 'displayName', MAX_NAME_LENGTH);
