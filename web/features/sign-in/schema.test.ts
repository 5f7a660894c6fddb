import { describe, expect, test } from 'vitest';
import { LoginFields, RegisterFields } from './schema.ts';

const messages = (result: ReturnType<typeof RegisterFields.safeParse>) =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

describe('[LGN-06] rules of the login and register forms', () => {
  const good = { name: 'Rahim', email: 'rahim@example.org', password: 'secret' };

  test('[LGN-06] takes what is right, and trims name and email but never the password', () => {
    const typed = { name: ' Rahim ', email: ' rahim@example.org ', password: ' secret ' };
    expect(RegisterFields.parse(typed)).toEqual({ ...good, password: ' secret ' });
  });

  test.each([
    [{ ...good, email: '' }, { email: 'Email Is required' }],
    [{ ...good, email: 'rahim' }, { email: 'Provide Valid Email' }],
    [{ ...good, email: 'rahim@example' }, { email: 'Provide Valid Email' }],
    [{ ...good, password: '' }, { password: 'Password Is required' }],
    [{ ...good, password: '12345' }, { password: 'Password Length Minimum 6 character' }],
    [{ ...good, name: '   ' }, { name: 'Name Is required' }],
    [{ ...good, name: '\u3164\u200b' }, { name: 'Name Is required' }],
    [
      { name: '', email: '', password: '' },
      { name: 'Name Is required', email: 'Email Is required', password: 'Password Is required' },
    ],
  ])('[LGN-06] %o is refused with %o', (typed, expected) => {
    expect(messages(RegisterFields.safeParse(typed))).toEqual(expected);
  });

  test('[LGN-06] an empty form tells each field once', () => {
    const issues = LoginFields.safeParse({ email: '', password: '' }).error?.issues;
    expect(issues?.map(({ message }) => message)).toEqual(['Email Is required', 'Password Is required']);
  });
});
