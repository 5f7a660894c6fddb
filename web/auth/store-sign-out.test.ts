import { describe, expect, test } from 'vitest';
import { createSignedInBrowser, createTestBrowser, rahim } from './testing/test-browser.ts';

describe('signing out', () => {
  test('[OUT-01] removes and revokes the token, resets the login value and signs out of the SDK', async () => {
    const page = await createSignedInBrowser(rahim);
    const signingOut = page.store.signOut({ keepToken: false, isSignedOutByUser: true });
    expect(page.store.read()).toEqual({ state: 'signed-out', loginValue: false, isSignedOutByUser: true });
    expect(page.stored).toMatchObject({ uid: null, token: null });
    await signingOut;
    expect(page.log.slice(1)).toEqual(['revoke access-1', 'sdk sign-out']);
    expect(page.stored.isSigningOut).toBe(false);
  });

  test('[OUT-02] the mobile menu keeps the stored token, which is revoked', async () => {
    const page = await createSignedInBrowser(rahim);
    await page.store.signOut({ keepToken: true, isSignedOutByUser: true });
    expect(page.stored.token).toBe('access-1');
    expect(page.store.read().loginValue).toBe(false);
    expect(page.log).toContain('revoke access-1');
  });

  test('[OUT-03] deleting the account clears the stored user record', async () => {
    const page = await createSignedInBrowser(rahim);
    await page.store.deleteAccount();
    expect(page.store.read()).toMatchObject({ state: 'signed-out', isAccountDeleted: true });
    expect(page.log).toEqual(expect.arrayContaining(['delete user', 'sdk sign-out']));
    expect(page.stored).toMatchObject({ uid: null, token: null });
  });

  test('[API-12] a 403 signs out, unless its token is no longer the stored one', async () => {
    const page = await createSignedInBrowser(rahim);
    await page.store.onForbidden('an older token');
    await page.store.onForbidden(null);
    expect(page.store.read().state).toBe('signed-in');
    await page.store.onForbidden('access-1');
    expect(page.store.read()).toMatchObject({ state: 'signed-out', isSignedOutByUser: false });
  });

  test('does not restore the session with a late response', async () => {
    const page = await createSignedInBrowser(rahim);
    page.onExchange(() => page.store.signOut({ keepToken: false }));
    expect(await page.store.renewAccess('access-1')).toBe(false);
    expect(page.stored.token).toBeNull();
    expect(page.log).toContain('revoke access-2');
  });
});

describe('access token renewal', () => {
  test('requests a fresh ID token once for all waiting calls', async () => {
    const page = await createSignedInBrowser(rahim);
    expect(
      await Promise.all([page.store.renewAccess('access-1'), page.store.renewAccess('access-1')]),
    ).toEqual([true, true]);
    expect(page.log.filter((line) => line.includes('fresh-id-token'))).toHaveLength(1);
    expect(page.stored.token).toBe('access-2');
  });

  test('uses a token that another tab has stored', async () => {
    const page = await createSignedInBrowser(rahim);
    page.stored.token = 'newer';
    expect(await page.store.renewAccess('access-1')).toBe(true);
    expect(page.log).toHaveLength(1);
  });

  test('does nothing without a stored user', async () => {
    const { store, calls } = createTestBrowser({ token: 'left by the mobile menu' });
    store.start();
    expect(await store.renewAccess('left by the mobile menu')).toBe(false);
    expect(calls.clientLoads).toBe(0);
  });
});
