import type { User } from '@firebase/auth';
import { expect, test } from 'vitest';
import { readUser } from './identity-refusals.ts';

const user = (displayName: string | null) =>
  readUser({
    uid: '1',
    email: 'mina@example.org',
    displayName,
    emailVerified: true,
    providerData: [],
  } as unknown as User);

test('a name that cannot be seen is no name', () => {
  for (const name of [null, '', '\u3164\u3164\u200b']) expect(user(name).displayName).toBe('');
  expect(user('মিনা').displayName).toBe('মিনা');
});
