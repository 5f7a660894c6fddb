import { describe, expect, test } from 'vitest';
import { Code } from './credentials.ts';

describe('a code as it is typed', () => {
  test.each([['123456'], ['123 456'], [' 123456 '], ['১২৩৪৫৬'], ['১২৩ 456']])('%s is taken', (typed) => {
    expect(Code.parse(typed)).toBe('123456');
  });

  test.each([[''], ['12345'], ['1234567'], ['12345a'], ['-12345']])('"%s" is told to be none', (typed) => {
    const issues = Code.safeParse(typed).error?.issues.map(({ message }) => message);
    expect(issues).toEqual(['Type the six digits of the code']);
  });
});
