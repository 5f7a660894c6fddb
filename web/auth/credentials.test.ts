import { describe, expect, test } from 'vitest';
import { Code, VisibleName } from './credentials.ts';

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

test('[LGN-06] rejects a name of invisible characters', () => {
  const messages = (name: string) => VisibleName.safeParse(name).error?.issues.map(({ message }) => message);
  for (const name of ['', '   ', '\u3164\u3164\u3164\u3164', '\u200b', '\u2800\u0301'])
    expect(messages(name)).toEqual(['Name Is required']);
  for (const name of ['র\u200d্যাব', 'Rahim\u200b']) expect(messages(name)).toBeUndefined();
});
