import { language } from './language.ts';

/** By plural category, or by the very number. */
type Choices<Text> = { [category in Intl.LDMLPluralRule | number]?: () => Text };

/** The text for so many of something; the build calls it for each plural of a message. */
export const choosePlural = <Text>(count: number, choices: Choices<Text>): Text | undefined =>
  (choices[count] ?? choices[category(count)] ?? choices.other)?.();

/** As CLDR's plural rules; `Intl.PluralRules` may lack Bengali in an old browser. */
const category = (count: number): Intl.LDMLPluralRule =>
  count === 1 || (language === 'bn' && count >= 0 && count < 1) ? 'one' : 'other';
