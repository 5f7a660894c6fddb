import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { getErrorMessage } from '#web/api/error-messages.ts';
import { ApiError } from '#web/api/errors.ts';
import { requestErrorText } from '../blood-requests/error-texts.ts';
import { staffErrorText } from './error-texts.ts';

/** Codes that only the card provider receives. */
const providerOnlyCodes = ['bad-signature'];

test.each(Object.entries(errors).filter(([code]) => !providerOnlyCodes.includes(code)))(
  'translates the message of %s, for all pages, those of staff or those of requests for blood',
  (code, { status, message }) => {
    const error = new ApiError(status, code, getErrorMessage(code));
    expect([staffErrorText(error), requestErrorText(error)]).toContain(message);
  },
);
