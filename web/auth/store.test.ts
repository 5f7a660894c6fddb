import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { createTestBrowser, rahim, waitUntilLoaded } from './testing/test-browser.ts';

describe('page load', () => {
  test('is signed out immediately without a stored user, and does not load the SDK', () => {
    const { store, calls } = createTestBrowser();
    store.start();
    expect(store.read()).toMatchObject({ state: 'signed-out', loginValue: false });
    expect(calls.clientLoads).toBe(0);
  });

  test('[GRD-02] restores a stored session without a token exchange', async () => {
    const { store, log } = createTestBrowser({ sdkUser: rahim, uid: 'u1', token: 'stored-token' });
    store.start();
    expect(store.read()).toMatchObject({ state: 'loading', loginValue: true });
    await waitUntilLoaded(store);
    expect(store.read()).toMatchObject({ state: 'signed-in', user: rahim, loginValue: true });
    expect(log).toEqual([]);
  });

  test('ignores an SDK session without a stored user', async () => {
    const { store, log } = createTestBrowser({ sdkUser: rahim });
    store.start();
    await store.loadIdentity();
    await Promise.resolve();
    expect(store.read().state).toBe('signed-out');
    expect(log).toEqual([]);
  });

  test('gets an access token first if only the identity session is stored', async () => {
    const { store, stored } = createTestBrowser({ sdkUser: rahim, uid: 'u1' });
    store.start();
    await waitUntilLoaded(store);
    expect(store.read().state).toBe('signed-in');
    expect(stored.token).toBe('access-1');
  });

  test('ends an identity session that the product server rejects', async () => {
    const page = createTestBrowser({ sdkUser: rahim, uid: 'u1' });
    page.onExchange(() => {
      throw new ApiError(403, 'credentials-refused', 'No.');
    });
    page.store.start();
    await waitUntilLoaded(page.store);
    expect(page.store.read().state).toBe('signed-out');
    await expect.poll(() => page.log).toContain('sdk sign-out');
  });

  test('stays signed in if the server is unreachable', async () => {
    const page = createTestBrowser({ sdkUser: rahim, uid: 'u1' });
    page.onExchange(() => {
      throw new NetworkError();
    });
    page.store.start();
    await waitUntilLoaded(page.store);
    expect(page.store.read().state).toBe('signed-in');
  });

  test('is signed out with an error if the SDK does not load, and is restored on retry', async () => {
    const page = createTestBrowser({ sdkUser: rahim, uid: 'u1', token: 'stored-token' });
    page.failToLoadClient(new NetworkError());
    page.store.start();
    await waitUntilLoaded(page.store);
    expect(page.store.read()).toMatchObject({ state: 'signed-out', restoreError: expect.any(NetworkError) });
    page.failToLoadClient(undefined);
    page.store.retry();
    await waitUntilLoaded(page.store);
    expect(page.store.read()).toMatchObject({ state: 'signed-in', user: rahim });
    expect(page.store.read().restoreError).toBeUndefined();
  });

  test('[IDP-10] signs out and removes the token if the provider has ended the session', async () => {
    const { store, stored } = createTestBrowser({ uid: 'u1', token: 'stored-token' });
    store.start();
    await waitUntilLoaded(store);
    expect(store.read()).toMatchObject({ state: 'signed-out', isSignedOutByUser: false });
    expect(stored).toMatchObject({ uid: '', token: null });
  });
});

describe('a remembered user, before the session is restored', () => {
  /** Starts a page that can render for a remembered user and is not idle yet. */
  function openPage(options: Parameters<typeof createTestBrowser>[0]) {
    const page = createTestBrowser(options);
    const idle = Promise.withResolvers<void>();
    page.store.start(idle.promise);
    return { ...page, becomeIdle: idle.resolve };
  }
  const remembered = { sdkUser: rahim, uid: 'u1', token: 'stored-token' };
  const loading = { state: 'loading', loginValue: true, isSignedOutByUser: false };

  test('[GRD-04] is remembered, and the SDK does not load until the page is idle', async () => {
    const page = openPage(remembered);
    expect(page.store.read()).toEqual({ ...loading, isRemembered: true });
    expect(page.calls.clientLoads).toBe(0);
    page.becomeIdle();
    await waitUntilLoaded(page.store);
    expect(page.store.read()).toMatchObject({ state: 'signed-in', user: rahim });
    expect(page.store.read().isRemembered).toBeUndefined();
    expect(page.log).toEqual([]);
  });

  test('[GRD-02] is restored immediately on request', async () => {
    const page = openPage(remembered);
    page.store.restore();
    await waitUntilLoaded(page.store);
    expect(page.store.read().state).toBe('signed-in');
    page.becomeIdle();
    page.store.restore();
    expect(page.calls.clientLoads).toBe(1);
  });

  test('[GRD-02] is not remembered without an access token, and is restored immediately', async () => {
    const page = openPage({ sdkUser: rahim, uid: 'u1' });
    expect(page.store.read()).toEqual(loading);
    await waitUntilLoaded(page.store);
    expect(page.stored.token).toBe('access-1');
  });

  test.each([
    ['only the token that the mobile menu kept', { token: 'left behind' }],
    ['blocked storage', {}],
  ])('[GRD-01] is signed out with %s', async (_, options) => {
    const page = openPage(options);
    expect(page.store.read()).toMatchObject({ state: 'signed-out' });
    page.store.restore();
    page.becomeIdle();
    await Promise.resolve();
    expect(page.calls.clientLoads).toBe(0);
  });

  test('[IDP-10] is signed out if the provider has ended the session', async () => {
    const page = openPage({ uid: 'u1', token: 'stored-token' });
    page.becomeIdle();
    await waitUntilLoaded(page.store);
    expect(page.store.read()).toEqual({ state: 'signed-out', loginValue: false, isSignedOutByUser: false });
    expect(page.stored).toMatchObject({ uid: '', token: null });
  });

  test('[API-12] is signed out by a 403 before the SDK loads', async () => {
    const page = openPage(remembered);
    await page.store.onForbidden('stored-token');
    expect(page.store.read()).toMatchObject({ state: 'signed-out' });
    expect(page.stored).toMatchObject({ uid: '', token: null });
    await expect.poll(() => page.log).toEqual(['revoke stored-token', 'sdk sign-out']);
    page.becomeIdle();
    await Promise.resolve();
    expect(page.store.read()).toMatchObject({ state: 'signed-out' });
  });

  test('gets a new access token for an expired one before the page is idle', async () => {
    const page = openPage(remembered);
    expect(await page.store.renewAccess('stored-token')).toBe(true);
    expect(page.stored.token).toBe('access-1');
  });

  test('is signed out by another tab and not restored later', async () => {
    const page = openPage(remembered);
    page.stored.uid = null;
    page.store.followOtherTabs();
    expect(page.store.read()).toMatchObject({ state: 'signed-out', isSignedOutByUser: true });
    page.becomeIdle();
    await Promise.resolve();
    expect(page.calls.clientLoads).toBe(0);
  });
});
