import { isVisible, singleLine } from './single-line.ts';

/** How a donor's name may stand beside what they said: all of it, the first name alone, not at all. */
export const nameChoices = ['full', 'first', 'none'] as const;
export type NameChoice = (typeof nameChoices)[number];

/** Stands there for who shows no name. */
export const anonymousName = 'A donor';

/** What kind of member a review of theirs names. */
export const DONOR_MEMBER_TYPE = 'Donor';

/** What stands before a first name, in English and Bengali; an initial or anything else with a full stop too. */
const noFirstName = /\.$|^(md|mohd|mst|mr|mrs|ms|miss|dr|prof|মো|মোঃ|মোহা|মোছা|মোছাঃ|ডা|ডাঃ|ড|ডঃ)$/iu;

/** The name as everybody will see it. Never an address: whoever writes one into the field for a name shows none. */
export function publicName(name: string, choice: NameChoice): string {
  const whole = singleLine(name);
  if (choice === 'none' || whole === '' || whole.includes('@')) return anonymousName;
  if (choice === 'full') return whole;
  const words = whole.split(' ');
  return words.find((word) => isVisible(word) && !noFirstName.test(word)) ?? whole;
}
