import { isVisible } from '#platform/text.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';

const LONGEST_EMAIL = 254;
const LONGEST_NAME = 256;
const LONGEST_ADDRESS = 2048;
/** One address, without what mail programs interpret (lists, names, quotes). The first dot alone is tried: linear time. */
const shape =
  /^[^\s@,;:<>()[\]"\\\p{Cc}]+@[^\s@,;:<>()[\]"\\\p{Cc}][^\s@,;:<>()[\]"\\\p{Cc}.]*\.[^\s@,;:<>()[\]"\\\p{Cc}]+$/u;

/** Names and addresses are shown, and may be mailed, in one line. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u;

export const isEmail = (text: string): boolean => text.length <= LONGEST_EMAIL && shape.test(text);

/** In lower case, as addresses compare. */
export function readEmail(text: string, refusal: 'INVALID_EMAIL' | 'INVALID_NEW_EMAIL' = 'INVALID_EMAIL') {
  const email = text.toLowerCase();
  if (!isEmail(email)) throw identityError(refusal);
  return email;
}

export type Profile = { display_name?: string | null; photo_url?: string | null };

/** What of the profile is to change; empty or null clears it. */
export function readProfile(fields: Fields): Profile {
  return {
    ...readProfileField(fields, 'displayName', 'display_name', LONGEST_NAME),
    ...readProfileField(fields, 'photoUrl', 'photo_url', LONGEST_ADDRESS),
  };
}

function readProfileField(fields: Fields, name: string, column: keyof Profile, longest: number): Profile {
  if (fields.text(name) === undefined && !fields.cleared(name)) return {};
  return { [column]: readOneLine(fields, name, longest) };
}

/** Null where it is empty or was not sent. */
function readOneLine(fields: Fields, name: string, longest: number): string | null {
  const value = fields.text(name);
  if (!value) return null;
  if (controls.test(value))
    throw identityError('INVALID_ARGUMENT', `${name} has line breaks or control characters`);
  if (value.length > longest) throw identityError('INVALID_ARGUMENT', `${name} is too long`);
  if (!isVisible(value)) throw identityError('INVALID_ARGUMENT', `${name} has no visible characters`);
  return value;
}

/** The name of an account or of a second factor; null for none. */
export const readDisplayName = (fields: Fields): string | null =>
  readOneLine(fields, 'displayName', LONGEST_NAME);
