import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { redirectToGoogle, takeGoogleRedirectResult } from './google-redirect.ts';

const result = { idToken: 'token', nonce: 'text' };
const from = { from: { pathname: '/dashboard/gallery', search: '', hash: '' } };
const stored = new Map<string, string>();
const assign = vi.fn();

beforeEach(() => {
  stored.clear();
  assign.mockClear();
  vi.stubGlobal('window', { location: { assign } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** Stores a result as the provider's callback page does. */
const returnFromGoogle = (at = Date.now()) =>
  stored.set('bloodBuddiesGoogleResult', JSON.stringify({ at, result }));

describe('the redirect to Google', () => {
  test('[IDP-13] stores the page of origin and returns the result once', () => {
    void redirectToGoogle(from);
    expect(assign).toHaveBeenCalledWith('/identity/oauth/google/start?mode=redirect');
    returnFromGoogle();
    expect(takeGoogleRedirectResult()).toEqual({ state: from, result });
    expect(takeGoogleRedirectResult()).toBeUndefined();
    expect(stored.size).toBe(0);
  });

  test('[IDP-15] returns no result older than ten minutes', () => {
    void redirectToGoogle(null);
    returnFromGoogle(Date.now() - 10 * 60 * 1000 - 1);
    expect(takeGoogleRedirectResult()).toBeUndefined();
    void redirectToGoogle(null);
    returnFromGoogle(Date.now() - 9 * 60 * 1000);
    expect(takeGoogleRedirectResult()).toMatchObject({ result });
  });

  test('returns nothing without a redirect, or if the redirect was interrupted', () => {
    expect(takeGoogleRedirectResult()).toBeUndefined();
    returnFromGoogle();
    expect(takeGoogleRedirectResult()).toBeUndefined();
    void redirectToGoogle(from);
    expect(takeGoogleRedirectResult()).toBeUndefined();
    stored.set('bloodBuddiesGoogleResult', 'no JSON');
    expect(takeGoogleRedirectResult()).toBeUndefined();
  });

  test('[IDP-16] rejects without a redirect if session storage is blocked', async () => {
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
    await expect(redirectToGoogle(from)).rejects.toMatchObject({ code: 'web-storage-unsupported' });
    expect(assign).not.toHaveBeenCalled();
  });
});
