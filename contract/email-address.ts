import { hasInvisible } from './invisible.ts';
import { EMAIL_PATTERN } from './single-line.ts';

/** The domain of an address, in labels. */
const EMAIL_DOMAIN = /@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** Characters of address lists, comments and display names. */
const notInEmail = /[,;:<>()[\]"\\\p{Cc}]/u;

/**
 * Returns whether the text is exactly one email address, for addresses that staff enter. Donors' own
 * addresses need only the specification's shape, because the identity provider confirms those that matter.
 */
export const isEmailAddress = (text: string): boolean =>
  EMAIL_PATTERN.test(text) && EMAIL_DOMAIN.test(text) && !notInEmail.test(text) && !hasInvisible(text);
