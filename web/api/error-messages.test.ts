import { expect, test } from 'vitest';
import { translateError } from './error-messages.ts';

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
