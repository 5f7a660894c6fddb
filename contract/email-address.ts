import { hasInvisible } from './invisible.ts';
import { EMAIL_PATTERN } from './single-line.ts';

/** The domain of an address, in labels. */
const EMAIL_DOMAIN = /@[^\s@.]+(?:\.[^\s@.]+)+$/;
/** Lists, comments and display names. */
const notInEmail = /[,;:<>()[\]"\\\p{Cc}]/u;

/**
 * Whether an email can be sent to this text, and to nobody else: for what staff enter. Donors' own addresses need only the
 * shape of the specification; the identity provider has confirmed those that matter.
 */
export const isEmailAddress = (text: string): boolean =>
  EMAIL_PATTERN.test(text) && EMAIL_DOMAIN.test(text) && !notInEmail.test(text) && !hasInvisible(text);
