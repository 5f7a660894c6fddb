import { localeOfPage } from './language.ts';

/** By plural category, or by the very number. */
type Choices<Text> = { [category in Intl.LDMLPluralRule | number]?: () => Text };

/** The text for so many of something; the build calls it for each plural of a message. */
export const choose = <Text>(count: number, choices: Choices<Text>): Text | undefined =>
  (choices[count] ?? choices[new Intl.PluralRules(localeOfPage).select(count)] ?? choices.other)?.();
