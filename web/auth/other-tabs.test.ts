import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { replacedSession } from './session.ts';
import {
  createSignedInBrowser,
  createTestBrowser,
  mina,
  rahim,
  waitUntilLoaded,
} from './testing/test-browser.ts';

const otherTab = 'token of the other tab';
const rejection = new ApiError(403, 'credentials-refused', 'The session has ended.');
/** Gives pending calls 20 ms to end. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('when another tab changes the stored user', () => {
  test.each([
    ['signs out', null],
    ['signs another user in', 'u2'],
  ])('the page shows nothing and loads again once, if it %s', async (_, uid) => {
    const page = await createSignedInBrowser(rahim);
    const { clearedUserData } = page.calls;
    page.stored.uid = uid;
    page.store.followOtherTabs();
    page.store.followOtherTabs();
    expect(page.store.read()).toBe(replacedSession);
    expect(page.calls).toMatchObject({ reloads: 1, clearedUserData: clearedUserData + 1 });
    expect(page.stored).toMatchObject({ uid, token: 'access-1' });
  });

  test('a visitor’s page loads again, as the user who has signed in', () => {
    const page = createTestBrowser();
    page.store.start();
    page.stored.uid = 'u1';
    page.store.followOtherTabs();
    expect(page.calls).toMatchObject({ reloads: 1, clearedUserData: 1, removedDrafts: 0 });
  });

  test('only a sign-out removes the form of this tab', async () => {
    for (const [uid, removedDrafts] of [
      [null, 1],
      ['', 0],
      ['u2', 0],
    ] as const) {
      const page = await createSignedInBrowser(rahim);
      page.stored.uid = uid;
      page.store.followOtherTabs();
      expect(page.calls.removedDrafts, String(uid)).toBe(removedDrafts);
    }
  });

  test('a session that expired ends without a reload, which its user’s next sign-in causes', async () => {
    const page = await createSignedInBrowser(rahim);
    page.stored.uid = '';
    page.store.followOtherTabs();
    expect(page.store.read()).toEqual({ state: 'signed-out', loginValue: false, isSignedOutByUser: false });
    expect(page.calls.reloads).toBe(0);
    page.stored.uid = 'u1';
    page.store.followOtherTabs();
    expect(page.calls.reloads).toBe(1);
  });

  test('new tokens and a new name of the same user reload nothing', async () => {
    const page = await createSignedInBrowser(rahim);
    page.stored.token = otherTab;
    page.store.applyUserUpdate({ ...rahim, displayName: 'Rahim Uddin' });
    page.store.retry();
    expect(page.calls.reloads).toBe(0);
    expect(page.store.read().user?.displayName).toBe('Rahim Uddin');
  });

  test('no pending response shows a user until the page is loaded again', async () => {
    const page = createTestBrowser({ sdkUser: rahim, uid: 'u1', token: 'stored-token' });
    page.failToLoadClient(new NetworkError());
    page.store.start();
    page.stored.uid = 'u2';
    page.store.followOtherTabs();
    await settle();
    page.store.retry();
    page.failToLoadClient(undefined);
    await expect(page.signInAs(rahim)).rejects.toThrow('You were signed out. Sign in again.');
    page.setSdkUser(mina);
    await settle();
    expect(page.store.read()).toBe(replacedSession);
    expect(page.stored).toMatchObject({ uid: 'u2', token: 'stored-token' });
  });
});

describe('a response of an earlier session that arrives late', () => {
  test('is not stored over the token of a user who has signed in in another tab', async () => {
    const page = await createSignedInBrowser(rahim);
    page.onExchange(() => void Object.assign(page.stored, { uid: 'u2', token: otherTab }));
    expect(await page.store.renewAccess('access-1')).toBe(false);
    expect(page.stored).toMatchObject({ uid: 'u2', token: otherTab });
    expect(page.log).toContain('revoke access-2');
  });

  test.each([rahim, mina])('ends no new sign-in with its 403 ($uid)', async ({ uid }) => {
    const page = await createSignedInBrowser(rahim);
    page.onExchange(() => {
      Object.assign(page.stored, { uid, token: otherTab });
      throw rejection;
    });
    expect(await page.store.renewAccess('access-1')).toBe(false);
    expect(page.stored).toEqual({ uid, token: otherTab, isSigningOut: false });
    expect(page.log).not.toContain('sdk sign-out');
  });

  test('ends no new sign-in of the same user when the SDK reports it', async () => {
    const page = await createSignedInBrowser(rahim);
    page.identity.account.syncFromStorage = async () => page.setSdkUser(rahim);
    page.stored.token = otherTab;
    page.setSdkUser(null);
    await settle();
    expect(page.store.read()).toMatchObject({ state: 'signed-in', user: rahim });
    expect(page.stored).toEqual({ uid: 'u1', token: otherTab, isSigningOut: false });
  });

  test('ends no new sign-in in the same tab when a restore is rejected', async () => {
    const page = createTestBrowser({ sdkUser: rahim, uid: 'u1' });
    const held = Promise.withResolvers<void>();
    page.onExchange(() => held.promise.then(() => Promise.reject(rejection)));
    page.store.start();
    await expect.poll(() => page.log).toHaveLength(1);
    page.onExchange(() => {});
    await page.signInAs(rahim);
    held.resolve();
    await settle();
    expect(page.store.read().state).toBe('signed-in');
    expect(page.stored.isSigningOut).toBe(false);
  });

  test('requests no sign-out from the provider after a new sign-in', async () => {
    const page = await createSignedInBrowser(rahim);
    page.onExchange(() => {
      page.stored.isSigningOut = true;
    });
    await page.signInAs(rahim);
    expect(page.stored.isSigningOut).toBe(false);
  });

  test('ends its own session, in this tab and at the provider', async () => {
    const page = await createSignedInBrowser(rahim);
    page.setSdkUser(null);
    await waitUntilLoaded(page.store);
    await expect.poll(() => page.stored.uid).toBe('');
    expect(page.store.read()).toMatchObject({ state: 'signed-out', isSignedOutByUser: false });
  });

  test('leaves the sign-in of another tab that has not finished alone', async () => {
    const page = await createSignedInBrowser(rahim);
    page.setSdkUser(mina);
    await settle();
    expect(await page.store.renewAccess('access-1')).toBe(false);
    expect(page.store.read().user?.uid).toBe('u1');
    expect(page.log.slice(1)).toEqual(['sdk sync']);
  });
});
