import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { fieldWords, refusalWords } from './refusal-words.ts';

/** Answered to the card provider alone. */
const toNobody = ['bad-signature'];

test.each(Object.entries(errors).filter(([code]) => !toNobody.includes(code)))(
  'what the server says for %s is said in each language',
  (code, { message }) => expect(refusalWords(code)).toBe(message),
);

test('what is wrong with a field is said in each language, or as the server says it', () => {
  const fields = { phone: 'Please Input A Valid Phone Number', other: 'Something new' };
  expect(fieldWords(fields)).toEqual(fields);
  expect(refusalWords('what-no-server-says')).toBeUndefined();
});
