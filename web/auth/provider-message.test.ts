import type { User } from '@firebase/auth';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readUser } from './error-translator.ts';
import { providerMessage } from './provider-message.ts';

describe("[LGN-05] the identity provider's message", () => {
  test('[LGN-05] is shown unchanged, without vendor name and code', () => {
    const message =
      'Firebase: The email address is already in use by another account. (auth/email-already-in-use).';
    expect(providerMessage('email-already-in-use', message)).toBe(
      'The email address is already in use by another account.',
    );
  });

  test('[LGN-05] shows a message of the server', () => {
    expect(providerMessage('weak-password', 'Firebase: Password is too short (auth/weak-password).')).toBe(
      'Password is too short',
    );
  });

  test('[IDP-16] replaces messages meant for developers, and logs an unknown code', () => {
    const log = vi.spyOn(console, 'warn').mockReturnValue();
    const message = 'Firebase: A network AuthError has occurred. (auth/network-request-failed).';
    expect(providerMessage('network-request-failed', message)).toMatch(/could not reach/);
    expect(providerMessage('brand-new-code', 'Firebase: Error (auth/brand-new-code).')).toBe(
      'We could not sign you in. Try again. If that does not help, contact us.',
    );
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.any(String), 'brand-new-code');
  });
});

describe('on pages in another language', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    vi.resetModules();
  });

  const inBengali = async () => {
    vi.stubEnv('LANGUAGE', 'bn');
    vi.resetModules();
    return (await import('./provider-message.ts')).providerMessage;
  };

  test("shows our translation, never the provider's English", async () => {
    const message = await inBengali();
    const emailTaken =
      'Firebase: The email address is already in use by another account. (auth/email-already-in-use).';
    expect(message('email-already-in-use', emailTaken)).toBe('This email address already has an account.');
    const weak = 'Firebase: Password should be at least 8 characters (auth/weak-password).';
    expect(message('weak-password', weak)).toMatch(/too short or easy to guess/);
  });

  test('shows a general message for an unknown code', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const message = await inBengali();
    expect(message('brand-new-code', 'Firebase: Something in English. (auth/brand-new-code).')).toBe(
      'We could not sign you in. Try again. If that does not help, contact us.',
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

test('reads a name of invisible characters as no name', () => {
  for (const name of [null, '', '\u3164\u3164\u200b']) expect(user(name).displayName).toBe('');
  expect(user('মিনা').displayName).toBe('মিনা');
});
