import { t } from '@lingui/core/macro';
import { MAX_DAYS_AHEAD, MAX_OPEN_REQUESTS } from '#contract/blood-requests.ts';
import { ApiError } from '#web/api/errors.ts';
import { errorText } from '#web/components/error-text.ts';
import { fieldMessage } from '#web/i18n/field-messages.ts';
import { formatNumber } from '#web/i18n/numbers.ts';

const [days, count] = [formatNumber(MAX_DAYS_AHEAD), formatNumber(MAX_OPEN_REQUESTS)];

/** Translations of errors that only requests for blood get, keyed by error code. */
const codes: Record<string, string> = {
  'request-over': t`This request is over. Thank you.`,
  'group-unsuitable': t`This patient needs another blood group than yours. Thank you for your offer.`,
  'donor-waits': t`You can't give blood yet, because the time since your last donation is too short or a center asked you to wait.`,
  'address-unconfirmed': t`Confirm your email address first. The link is in the email that you received.`,
};

/** Translations of the messages of these forms, keyed by the English message of the contract and the server. */
const messages: Record<string, string> = {
  'Fill in this field': t`Fill in this field`,
  'Choose one': t`Choose one`,
  'Choose a time in the future': t`Choose a time in the future`,
  [`Choose a time within the next ${MAX_DAYS_AHEAD} days`]: t`Choose a time within the next ${days} days`,
  'Choose a time before the blood is needed': t`Choose a time before the blood is needed`,
  'Choose a district of the list': t`Choose a district of the list`,
  'Choose your blood group under Account': t`Choose your blood group first`,
  'Choose at least one way': t`Choose at least one way`,
  'Confirm your email address first. The link is in the email that you received.': t`Confirm your email address first. The link is in the email that you received.`,
  [`You have ${MAX_OPEN_REQUESTS} open requests already. Close one of them first.`]: t`You have ${count} open requests already. Close one of them first.`,
};

/** Translates a message of these forms. An unknown one is returned unchanged. */
export const requestMessage = (message: string): string => messages[message] ?? fieldMessage(message);

export function requestErrorText(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error);
  const fields = Object.values(error.fields ?? {}).map(requestMessage);
  return fields.join('. ') || (codes[error.code] ?? errorText(error));
}
