import { describe, expect, test } from 'vitest';
import { LoginFields, RegisterFields } from './schema.ts';

const messages = (result: ReturnType<typeof RegisterFields.safeParse>) =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

describe('[LGN-06] validation of the login and register forms', () => {
  const valid = { name: 'Rahim', email: 'rahim@example.org', password: 'secret' };

  test('[LGN-06] accepts valid fields, and trims name and email but never the password', () => {
    const input = { name: ' Rahim ', email: ' rahim@example.org ', password: ' secret ' };
    expect(RegisterFields.parse(input)).toEqual({ ...valid, password: ' secret ' });
  });

  test.each([
    [{ ...valid, email: '' }, { email: 'Email Is required' }],
    [{ ...valid, email: 'rahim' }, { email: 'Provide Valid Email' }],
    [{ ...valid, email: 'rahim@example' }, { email: 'Provide Valid Email' }],
    [{ ...valid, password: '' }, { password: 'Password Is required' }],
    [{ ...valid, password: '12345' }, { password: 'Password Length Minimum 6 character' }],
    [{ ...valid, name: '   ' }, { name: 'Name Is required' }],
    [{ ...valid, name: '\u3164\u200b' }, { name: 'Name Is required' }],
    [
      { name: '', email: '', password: '' },
      { name: 'Name Is required', email: 'Email Is required', password: 'Password Is required' },
    ],
  ])('[LGN-06] rejects %o with %o', (input, expected) => {
    expect(messages(RegisterFields.safeParse(input))).toEqual(expected);
  });

  test('[LGN-06] an empty form has one error per field', () => {
    const issues = LoginFields.safeParse({ email: '', password: '' }).error?.issues;
    expect(issues?.map(({ message }) => message)).toEqual(['Email Is required', 'Password Is required']);
  });
});
