import { isVisible, toSingleLine } from './single-line.ts';

/** How to show a donor's name with a review: the full name, the first name, or no name. */
export const nameChoices = ['full', 'first', 'none'] as const;
export type NameChoice = (typeof nameChoices)[number];

/** Shown in place of a hidden name. */
export const anonymousName = 'A donor';

/** The member type of a review written by a donor. */
export const DONOR_MEMBER_TYPE = 'Donor';

/**
 * Titles that precede a first name in English and Bengali. Any word that ends in a full stop, such as an
 * initial, counts as one.
 */
const titles = /\.$|^(md|mohd|mst|mr|mrs|ms|miss|dr|prof|মো|মোঃ|মোহা|মোছা|মোছাঃ|ডা|ডাঃ|ড|ডঃ)$/iu;

/** Returns the name to publish. A name that contains an email address is never published. */
export function toPublicName(name: string, choice: NameChoice): string {
  const fullName = toSingleLine(name);
  if (choice === 'none' || fullName === '' || fullName.includes('@')) return anonymousName;
  if (choice === 'full') return fullName;
  const words = fullName.split(' ');
  return words.find((word) => isVisible(word) && !titles.test(word)) ?? fullName;
}
