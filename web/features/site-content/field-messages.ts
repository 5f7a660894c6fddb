import { t } from '@lingui/core/macro';
import { MIN_LOGO_SIDE } from '#contract/logo.ts';
import { fieldMessage } from '#web/i18n/field-messages.ts';
import { formatNumber } from '#web/i18n/numbers.ts';

/** Translations of the server's messages about content. Other forms load only those of `fieldMessage`. */
const messages: Record<string, string> = {
  'Fill in this field': t`Fill in this field`,
  'Replace what is in square brackets with your own text': t`Replace what is in square brackets with your own text`,
  // For programs: a form sends texts, unless a field is empty.
  'Enter text': t`Fill in this field`,
  'Enter the text by language, such as { "en": "..." }': t`Fill in this field`,
  'Describe the picture for people who do not see it': t`Describe the picture for people who do not see it`,
  'Upload the picture to this site first': t`Upload the picture to this site first`,
  'Enter an address that begins with https://': t`Enter an address that begins with https://`,
  'Use small letters, digits and hyphens, such as blood-bus': t`Use small letters, digits and hyphens, such as blood-bus`,
  'Another one has this address. Choose another': t`Another one has this address. Choose another`,
  'Enter a day that exists as YYYY-MM-DD': t`Enter a day that exists`,
  'Enter a day, or the first and the last day': t`Enter a day, or the first and the last day`,
  'Enter a day on or after the first day': t`Enter a day on or after the first day`,
  'Enter a place, or choose a center': t`Enter a place, or choose a center`,
  'Enter an email address': t`Enter an email address`,
  'Enter a phone number, such as +880 1712-345678': t`Enter a phone number, such as +880 1712-345678`,
  'Enter a whole number': t`Enter a whole number`,
  'Enter at least 0': t`Enter at least 0`,
  'Enter at most 1,000,000,000': t`Enter at most 1,000,000,000`,
  'Enter a color such as #b3122a': t`Enter a color such as #b3122a`,
  [`Choose a picture of at least ${MIN_LOGO_SIDE} by ${MIN_LOGO_SIDE} pixels`]: t`Choose a picture of at least ${formatNumber(MIN_LOGO_SIDE)} by ${formatNumber(MIN_LOGO_SIDE)} pixels`,
  'The age above which the center decides must not be below the youngest age': t`The age above which the center decides must not be below the youngest age`,
  'Use four counters': t`Use four counters`,
};

/** Translates a message of the server. An unknown one is returned unchanged. */
export function contentFieldMessage(message: string): string {
  const [, max] = /^Use at most ([\d,]+) characters$/.exec(message) ?? [];
  if (max) return t`Use at most ${formatNumber(Number(max.replaceAll(',', '')))} characters`;
  return messages[message] ?? fieldMessage(message);
}
