import { toSingleLine } from './single-line.ts';

/** The name of a site whose owner has not set one. */
const DEFAULT_SITE_NAME = 'Blood Buddies';

/** Maximum length of a site's name, in Unicode characters. */
const MAX_SITE_NAME_LENGTH = 60;

/** Returns a stored name as one line of limited length, or the default name if nothing in it is visible. */
export function toSiteName(stored: string | undefined): string {
  const characters = [...toSingleLine(stored ?? '')];
  return toSingleLine(characters.slice(0, MAX_SITE_NAME_LENGTH).join('')) || DEFAULT_SITE_NAME;
}
