import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { redirectToGoogle, takeGoogleRedirectResult } from './google-redirect.ts';

const answer = { idToken: 'token', nonce: 'text' };
const from = { from: { pathname: '/dashboard/gallery', search: '', hash: '' } };
const kept = new Map<string, string>();
const assign = vi.fn();

beforeEach(() => {
  kept.clear();
  assign.mockClear();
  vi.stubGlobal('window', { location: { assign } });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** As the provider's page leaves it. */
const comeBack = (at = Date.now()) => kept.set('bloodBuddiesGoogleAnswer', JSON.stringify({ at, answer }));

describe('a visit to Google on the page itself', () => {
  test('[IDP-13] leaves with the page of origin kept, and ends once', () => {
    void redirectToGoogle(from);
    expect(assign).toHaveBeenCalledWith('/identity/oauth/google/start?mode=redirect');
    comeBack();
    expect(takeGoogleRedirectResult()).toEqual({ state: from, answer });
    expect(takeGoogleRedirectResult()).toBeUndefined();
    expect(kept.size).toBe(0);
  });

  test('[IDP-15] an answer counts for ten minutes', () => {
    void redirectToGoogle(null);
    comeBack(Date.now() - 10 * 60 * 1000 - 1);
    expect(takeGoogleRedirectResult()).toBeUndefined();
    void redirectToGoogle(null);
    comeBack(Date.now() - 9 * 60 * 1000);
    expect(takeGoogleRedirectResult()).toMatchObject({ answer });
  });

  test('a page that was not away knows of no visit, nor of one that was broken off', () => {
    expect(takeGoogleRedirectResult()).toBeUndefined();
    comeBack();
    expect(takeGoogleRedirectResult()).toBeUndefined();
    void redirectToGoogle(from);
    expect(takeGoogleRedirectResult()).toBeUndefined();
    kept.set('bloodBuddiesGoogleAnswer', 'no JSON');
    expect(takeGoogleRedirectResult()).toBeUndefined();
  });

  test('[IDP-16] a browser that keeps nothing is told so, and does not leave', async () => {
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw new DOMException('no', 'SecurityError');
      },
    });
    await expect(redirectToGoogle(from)).rejects.toMatchObject({ code: 'web-storage-unsupported' });
    expect(assign).not.toHaveBeenCalled();
  });
});
