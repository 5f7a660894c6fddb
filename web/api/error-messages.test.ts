import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { translateError } from './error-messages.ts';

/** Codes that only the card provider receives. */
const notForPages = ['bad-signature'];

test.each(Object.entries(errors).filter(([code]) => !notForPages.includes(code)))(
  'translates the message of %s',
  (code, { status, message }) =>
    expect(translateError([status, code, 'server message']).slice(0, 3)).toEqual([status, code, message]),
);

test('keeps the other values, and messages without a translation', () => {
  const fields = { phone: 'Please Input A Valid Phone Number', other: 'Something new' };
  expect(translateError([422, 'another-server', 'Its message', fields, 7])).toEqual([
    422,
    'another-server',
    'Its message',
    fields,
    7,
  ]);
});
