import type { User } from '@firebase/auth';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { providerMessage } from './provider-message.ts';
import { readUser } from './with-translated-errors.ts';

describe("[LGN-05] the identity provider's message", () => {
  test('[LGN-05] stays as it is, without vendor and code', () => {
    const given =
      'Firebase: The email address is already in use by another account. (auth/email-already-in-use).';
    expect(providerMessage('email-already-in-use', given)).toBe(
      'The email address is already in use by another account.',
    );
  });

  test('[LGN-05] a message of the server comes through', () => {
    expect(providerMessage('weak-password', 'Firebase: Password is too short (auth/weak-password).')).toBe(
      'Password is too short',
    );
  });

  test('[IDP-16] codes without words for people get some', () => {
    const given = 'Firebase: A network AuthError has occurred. (auth/network-request-failed).';
    expect(providerMessage('network-request-failed', given)).toMatch(/could not reach/);
    expect(providerMessage('brand-new-code', 'Firebase: Error (auth/brand-new-code).')).toBe(
      'Signing in did not work (brand-new-code).',
    );
  });
});

describe('in the pages of another language', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });

  const inBengali = async () => {
    vi.stubEnv('LANGUAGE', 'bn');
    vi.resetModules();
    return (await import('./provider-message.ts')).providerMessage;
  };

  test("the code speaks, never the provider's English", async () => {
    const words = await inBengali();
    const taken =
      'Firebase: The email address is already in use by another account. (auth/email-already-in-use).';
    expect(words('email-already-in-use', taken)).toBe('This email address already has an account.');
    const weak = 'Firebase: Password should be at least 8 characters (auth/weak-password).';
    expect(words('weak-password', weak)).toMatch(/too short or easy to guess/);
  });

  test('a code that nobody knows is named', async () => {
    const words = await inBengali();
    expect(words('brand-new-code', 'Firebase: Something in English. (auth/brand-new-code).')).toBe(
      'Signing in did not work (brand-new-code).',
    );
  });
});

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
