import { t } from '@lingui/core/macro';
import { formatNumber } from './numbers.ts';

/** Translated validation messages, keyed by the English message of the contract and the server. */
const messages: Record<string, string> = {
  'This Field Is Required': t`This Field Is Required`,
  'Minimum Four Character': t`Minimum Four Character`,
  'Please Input A Valid Phone Number': t`Please Input A Valid Phone Number`,
  'Date input not valid': t`Date input not valid`,
  'Remove line breaks and tabs': t`Remove line breaks and tabs`,
  'Choose a day from today to a year ahead': t`Choose a day from today to a year ahead`,
  'Check this field': t`Check this field`,
  'Remove invisible characters, or type this again': t`Remove invisible characters, or type this again`,
};

/** Translates a validation message. An unknown one is returned unchanged. */
export function fieldMessage<Message extends string | undefined>(message: Message): Message;
export function fieldMessage(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  const [, max] = /^At most (\d+) characters$/.exec(message) ?? [];
  if (max) return t`At most ${formatNumber(Number(max))} characters`;
  return messages[message] ?? message;
}
