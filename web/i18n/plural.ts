import { language } from './language.ts';

/** Texts, keyed by plural category or exact number. */
type Choices<Text> = { [category in Intl.LDMLPluralRule | number]?: () => Text };

/** Returns the text for a count. The build inserts a call for each plural of a message. */
export const choosePlural = <Text>(count: number, choices: Choices<Text>): Text | undefined =>
  (choices[count] ?? choices[category(count)] ?? choices.other)?.();

/** Returns the plural category by CLDR's rules. `Intl.PluralRules` may lack Bengali in an old browser. */
const category = (count: number): Intl.LDMLPluralRule =>
  count === 1 || (language === 'bn' && count >= 0 && count < 1) ? 'one' : 'other';
