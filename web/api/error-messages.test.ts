import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { translateError } from './error-messages.ts';

/** Answered to the card provider alone. */
const toNobody = ['bad-signature'];

test.each(Object.entries(errors).filter(([code]) => !toNobody.includes(code)))(
  'what the server says for %s is said in each language',
  (code, { status, message }) =>
    expect(translateError([status, code, 'as the server says it']).slice(0, 3)).toEqual([
      status,
      code,
      message,
    ]),
);

test('the rest of a refusal stays, and so do words that nobody here knows', () => {
  const fields = { phone: 'Please Input A Valid Phone Number', other: 'Something new' };
  expect(translateError([422, 'of-another-server', 'As it says', fields, 7])).toEqual([
    422,
    'of-another-server',
    'As it says',
    fields,
    7,
  ]);
});
