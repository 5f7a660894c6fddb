import { t } from '@lingui/core/macro';
import { fieldMessage } from '#web/i18n/field-messages.ts';

/**
 * Translated messages of the forms for centers and clinics. Other forms load only the messages of
 * `fieldMessage`.
 */
const messages: Record<string, string> = {
  'Fill in this field': t`Fill in this field`,
  'Enter a time zone such as Asia/Dhaka': t`Enter a time zone such as Asia/Dhaka`,
  'Enter an address that begins with https://': t`Enter an address that begins with https://`,
  'Choose at least one weekday': t`Choose at least one weekday`,
  'Enter the date as YYYY-MM-DD': t`Enter a date`,
  'Enter the time as HH:MM': t`Enter a time`,
  'Enter at least 5 minutes': t`Enter at least 5 minutes`,
  'Enter at most 720 minutes': t`Enter at most 720 minutes`,
  'Enter at least 1': t`Enter at least 1`,
  'Enter at most 10,000': t`Enter at most 10,000`,
  'Enter a time after the opening time': t`Enter a time after the opening time`,
  'Enter a day on or after the first day': t`Enter a day on or after the first day`,
  'A day can have at most 300 arrival times, of all series together. Use longer intervals or shorter hours': t`A day can have at most 300 arrival times, of all series together. Use longer intervals or shorter hours`,
  'Enter an interval that is not longer than the opening hours': t`Enter an interval that is not longer than the opening hours`,
};

/** Translates a validation message. An unknown one is returned unchanged. */
export const centerFieldMessage = (message: string | undefined): string | undefined =>
  message === undefined ? undefined : (messages[message] ?? fieldMessage(message));
