import { expect, test } from 'vitest';
import { getErrorMessage, translateFields } from './error-messages.ts';

test('has a general message for a code that the contract does not have', () => {
  for (const code of ['another-server', 'constructor', ''])
    expect(getErrorMessage(code)).toBe('Something went wrong. Try again.');
});

test('says what is wrong with each refused field', () => {
  const fields = { phone: 'Please Input A Valid Phone Number', other: 'Something new' };
  expect(getErrorMessage('invalid-fields', fields)).toBe('Please Input A Valid Phone Number. Something new');
  expect(getErrorMessage('invalid-fields')).toBe('Check what you entered and try again.');
});

test('keeps messages of fields without a translation', () => {
  const fields = { phone: 'Please Input A Valid Phone Number', other: 'Something new' };
  expect(translateFields(fields)).toEqual(fields);
  expect(translateFields(undefined)).toBeUndefined();
});
