import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { getErrorMessage } from '#web/api/error-messages.ts';
import { ApiError } from '#web/api/errors.ts';
import { staffErrorText } from './error-texts.ts';

/** Codes that only the card provider receives. */
const providerOnlyCodes = ['bad-signature'];

test.each(Object.entries(errors).filter(([code]) => !providerOnlyCodes.includes(code)))(
  'translates the message of %s, for all pages or for those of staff',
  (code, { status, message }) => {
    const error = new ApiError(status, code, getErrorMessage(code));
    expect(staffErrorText(error)).toBe(message);
  },
);
