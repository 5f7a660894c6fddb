import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { browser, rahim, settled } from './testing/browser.ts';

describe('coming to a page', () => {
  test('a stranger is signed out at once, and the SDK is not loaded', () => {
    const { store, seen } = browser();
    store.start();
    expect(store.read()).toMatchObject({ state: 'signed-out', loginValue: false });
    expect(seen.opened).toBe(0);
  });

  test('[GRD-02] somebody who signed in before is being looked up, then signed in without another exchange', async () => {
    const { store, log } = browser({ sdkUser: rahim, uid: 'u1', token: 'kept' });
    store.start();
    expect(store.read()).toMatchObject({ state: 'loading', loginValue: true });
    await settled(store);
    expect(store.read()).toMatchObject({ state: 'signed-in', user: rahim, loginValue: true });
    expect(log).toEqual([]);
  });

  test('an SDK session of somebody whom this browser does not remember signs nobody in', async () => {
    const { store, log } = browser({ sdkUser: rahim });
    store.start();
    await store.identity();
    await Promise.resolve();
    expect(store.read().state).toBe('signed-out');
    expect(log).toEqual([]);
  });

  test('a living identity session without an access token gets one first', async () => {
    const { store, kept } = browser({ sdkUser: rahim, uid: 'u1' });
    store.start();
    await settled(store);
    expect(store.read().state).toBe('signed-in');
    expect(kept.token).toBe('access-1');
  });

  test('an identity session that the product server refuses ends', async () => {
    const page = browser({ sdkUser: rahim, uid: 'u1' });
    page.answerExchangesWith(() => {
      throw new ApiError(403, 'credentials-refused', 'No.');
    });
    page.store.start();
    await settled(page.store);
    expect(page.store.read().state).toBe('signed-out');
    await expect.poll(() => page.log).toContain('sdk sign-out');
  });

  test('a server out of reach signs nobody out', async () => {
    const page = browser({ sdkUser: rahim, uid: 'u1' });
    page.answerExchangesWith(() => {
      throw new NetworkError();
    });
    page.store.start();
    await settled(page.store);
    expect(page.store.read().state).toBe('signed-in');
  });

  test('somebody who cannot be looked up is signed out, stays remembered, and is found at the next try', async () => {
    const page = browser({ sdkUser: rahim, uid: 'u1', token: 'kept' });
    page.failToOpen(new NetworkError());
    page.store.start();
    await settled(page.store);
    expect(page.store.read()).toMatchObject({ state: 'signed-out', unreachable: expect.any(NetworkError) });
    page.failToOpen(undefined);
    page.store.followOtherTab();
    await settled(page.store);
    expect(page.store.read()).toMatchObject({ state: 'signed-in', user: rahim });
    expect(page.store.read().unreachable).toBeUndefined();
  });

  test('[IDP-10] a session that the provider has ended signs out and drops the token', async () => {
    const { store, kept } = browser({ uid: 'u1', token: 'kept' });
    store.start();
    await settled(store);
    expect(store.read()).toMatchObject({ state: 'signed-out', left: false });
    expect(kept).toMatchObject({ uid: null, token: null });
  });
});

describe('somebody remembered, before they are looked up', () => {
  /** A page that opens at once and has not yet come to rest. */
  function opened(options: Parameters<typeof browser>[0]) {
    const page = browser(options);
    const rest = Promise.withResolvers<void>();
    page.store.start(rest.promise);
    return { ...page, rest: rest.resolve };
  }
  const remembered = { sdkUser: rahim, uid: 'u1', token: 'kept' };
  const loading = { state: 'loading', loginValue: true, left: false };

  test('[GRD-04] is known to be remembered, and nobody is asked until the page has come to rest', async () => {
    const page = opened(remembered);
    expect(page.store.read()).toEqual({ ...loading, remembered: true });
    expect(page.seen.opened).toBe(0);
    page.rest();
    await settled(page.store);
    expect(page.store.read()).toMatchObject({ state: 'signed-in', user: rahim });
    expect(page.store.read().remembered).toBeUndefined();
    expect(page.log).toEqual([]);
  });

  test('[GRD-02] is looked up at once for whatever cannot wait', async () => {
    const page = opened(remembered);
    page.store.lookUp();
    await settled(page.store);
    expect(page.store.read().state).toBe('signed-in');
    page.rest();
    page.store.lookUp();
    expect(page.seen.opened).toBe(1);
  });

  test('[GRD-02] without an access token is not remembered, and looked up at once', async () => {
    const page = opened({ sdkUser: rahim, uid: 'u1' });
    expect(page.store.read()).toEqual(loading);
    await settled(page.store);
    expect(page.kept.token).toBe('access-1');
  });

  test.each([
    ['the token that the mobile menu left', { token: 'left behind' }],
    ['a storage that is refused', {}],
  ])('[GRD-01] is nobody with %s', async (_, kept) => {
    const page = opened(kept);
    expect(page.store.read()).toMatchObject({ state: 'signed-out' });
    page.store.lookUp();
    page.rest();
    await Promise.resolve();
    expect(page.seen.opened).toBe(0);
  });

  test('[IDP-10] is signed out when the provider has ended the session', async () => {
    const page = opened({ uid: 'u1', token: 'kept' });
    page.rest();
    await settled(page.store);
    expect(page.store.read()).toEqual({ state: 'signed-out', loginValue: false, left: false });
    expect(page.kept).toMatchObject({ uid: null, token: null });
  });

  test('[API-12] is signed out by a call that is refused, before anybody was asked', async () => {
    const page = opened(remembered);
    page.store.refuse('kept');
    expect(page.store.read()).toMatchObject({ state: 'signed-out' });
    expect(page.kept).toMatchObject({ uid: null, token: null });
    await expect.poll(() => page.log).toEqual(['revoke kept', 'sdk sign-out']);
    page.rest();
    await Promise.resolve();
    expect(page.store.read()).toMatchObject({ state: 'signed-out' });
  });

  test('gets a new access token for an expired one, before anybody was asked', async () => {
    const page = opened(remembered);
    expect(await page.store.renew('kept')).toBe(true);
    expect(page.kept.token).toBe('access-1');
  });

  test('is signed out by another tab, and not looked up any more', async () => {
    const page = opened(remembered);
    page.kept.uid = null;
    page.store.followOtherTab();
    expect(page.store.read()).toMatchObject({ state: 'signed-out', left: true });
    page.rest();
    await Promise.resolve();
    expect(page.seen.opened).toBe(0);
  });
});
