import { describe, expect, test } from 'vitest';
import { Code } from './verification-code.ts';

describe('a verification code', () => {
  test.each([['123456'], ['123 456'], [' 123456 '], ['১২৩৪৫৬'], ['১২৩ 456'], ['১২৩-৪৫৬']])(
    'accepts %s',
    (text) => {
      expect(Code.parse(text)).toBe('123456');
    },
  );

  test.each([[''], ['12345'], ['1234567'], ['12345a'], ['-12345']])('rejects "%s"', (text) => {
    const issues = Code.safeParse(text).error?.issues.map(({ message }) => message);
    expect(issues).toEqual(['Enter the 6-digit code']);
  });
});
