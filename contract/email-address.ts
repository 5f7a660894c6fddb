import { hasInvisible } from './invisible.ts';
import { EMAIL_PATTERN } from './single-line.ts';

/** Matches a domain of at least two labels, none of them empty. */
const EMAIL_DOMAIN = /@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** Characters of address lists, comments and display names, and control characters. */
const notInEmail = /[,;:<>()[\]"\\\p{Cc}]/u;

/**
 * Returns whether the text is exactly one email address. Checks addresses that staff enter. A donor's own
 * address only has to match EMAIL_PATTERN, because the identity provider sends an email to confirm it.
 */
export const isEmailAddress = (text: string): boolean =>
  EMAIL_PATTERN.test(text) && EMAIL_DOMAIN.test(text) && !notInEmail.test(text) && !hasInvisible(text);
