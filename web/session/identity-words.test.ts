import { describe, expect, test } from 'vitest';
import { identityWords } from './identity-words.ts';

describe("[LGN-05] the identity provider's message", () => {
  test('[LGN-05] stays as it is, without vendor and code', () => {
    const given =
      'Firebase: The email address is already in use by another account. (auth/email-already-in-use).';
    expect(identityWords('email-already-in-use', given)).toBe(
      'The email address is already in use by another account.',
    );
  });

  test('[LGN-05] a message of the server comes through', () => {
    expect(identityWords('weak-password', 'Firebase: Password is too short (auth/weak-password).')).toBe(
      'Password is too short',
    );
  });

  test('[IDP-16] codes without words for people get some', () => {
    const given = 'Firebase: A network AuthError has occurred. (auth/network-request-failed).';
    expect(identityWords('network-request-failed', given)).toMatch(/could not reach/);
    expect(identityWords('brand-new-code', 'Firebase: Error (auth/brand-new-code).')).toBe(
      'Signing in did not work (brand-new-code).',
    );
  });
});
