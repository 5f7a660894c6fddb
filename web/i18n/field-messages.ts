import { t } from '@lingui/core/macro';
import { formatNumber } from './numbers.ts';

/** What is wrong with a field, by the English words of the contract and the server. */
const words: Record<string, string> = {
  'This Field Is Required': t`This Field Is Required`,
  'Minimum Four Character': t`Minimum Four Character`,
  'Please Input A Valid Phone Number': t`Please Input A Valid Phone Number`,
  'Date input not valid': t`Date input not valid`,
  'Remove line breaks and tabs': t`Remove line breaks and tabs`,
  'Choose a day from today to a year ahead': t`Choose a day from today to a year ahead`,
  'Missing or invalid': t`Missing or invalid`,
  'Contains a character that cannot be stored': t`Contains a character that cannot be stored`,
};

/** Never another message: one that is not known stays as it is. */
export function fieldMessage<Message extends string | undefined>(message: Message): Message;
export function fieldMessage(message: string | undefined): string | undefined {
  if (message === undefined) return undefined;
  const [, most] = /^At most (\d+) characters$/.exec(message) ?? [];
  if (most) return t`At most ${formatNumber(Number(most))} characters`;
  return words[message] ?? message;
}
