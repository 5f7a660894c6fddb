import { describe, expect, test } from 'vitest';
import { ApiError } from '#web/api/errors.ts';
import { browser, mina, rahim, settled } from './testing/browser.ts';

describe('signing out', () => {
  test('[OUT-01] removes the token, resets the login value, revokes and leaves the SDK', async () => {
    const page = browser();
    await page.signInAs(rahim);
    const leaving = page.store.leave({ keepToken: false, left: true });
    expect(page.store.read()).toEqual({ state: 'signed-out', loginValue: false, left: true });
    expect(page.kept).toMatchObject({ uid: null, token: null });
    await leaving;
    expect(page.log.slice(1)).toEqual(['revoke access-1', 'sdk sign-out']);
    expect(page.kept.leaving).toBe(false);
  });

  test('[OUT-02] the mobile menu leaves the stored token, which is revoked all the same', async () => {
    const page = browser();
    await page.signInAs(rahim);
    await page.store.leave({ keepToken: true, left: true });
    expect(page.kept.token).toBe('access-1');
    expect(page.store.read().loginValue).toBe(false);
    expect(page.log).toContain('revoke access-1');
  });

  test('[OUT-03] deleting the account clears the stored user record', async () => {
    const page = browser();
    await page.signInAs(rahim);
    await page.store.deleteAccount();
    expect(page.store.read()).toMatchObject({ state: 'signed-out', gone: true });
    expect(page.log).toEqual(expect.arrayContaining(['delete user', 'sdk sign-out']));
    expect(page.kept).toMatchObject({ uid: null, token: null });
  });

  test('[API-12] a 403 signs out, unless its token is no longer the stored one', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.store.refuse('an older token');
    page.store.refuse(null);
    expect(page.store.read().state).toBe('signed-in');
    page.store.refuse('access-1');
    expect(page.store.read()).toMatchObject({ state: 'signed-out', left: false });
  });

  test('another tab signs out', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.kept.uid = null;
    page.store.followOtherTab();
    expect(page.store.read().state).toBe('signed-out');
    expect(page.kept.token).toBe('access-1');
  });

  test('another tab signs in, before or after the SDK has told of it here', async () => {
    const page = browser();
    await page.signInAs(mina);
    await page.store.leave({ keepToken: false });
    page.become(rahim);
    expect(page.store.read().state).toBe('signed-out');
    page.kept.uid = 'u1';
    page.kept.token = 'of the other tab';
    page.store.followOtherTab();
    await settled(page.store);
    expect(page.store.read()).toMatchObject({ state: 'signed-in', user: rahim });
    expect(page.kept.token).toBe('of the other tab');
  });

  test('another tab signs out and somebody else in before the SDK has caught up here: nobody is signed out', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.kept.uid = null;
    page.store.followOtherTab();
    page.identity.account.catchUp = async () => page.become(mina);
    page.answerExchangesWith(() => {
      throw new ApiError(403, 'credentials-refused', 'The session of the one before is over.');
    });
    page.kept.uid = 'u2';
    page.kept.token = 'of the other tab';
    page.store.followOtherTab();
    await settled(page.store);
    expect(page.store.read()).toMatchObject({ state: 'signed-in', user: { uid: 'u2' } });
    expect(page.kept.token).toBe('of the other tab');
  });

  test('another tab signs out and somebody else in while this one sleeps: the first one is gone before', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.kept.uid = 'u2';
    page.kept.token = 'of the other tab';
    page.store.followOtherTab();
    expect(page.store.read()).toEqual({ state: 'loading', loginValue: true, left: false });
    page.become(mina);
    await settled(page.store);
    expect(page.store.read().user?.uid).toBe('u2');
  });

  test('word of the one who signed out comes late: who has come in by another tab stays, here and there', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.kept.uid = 'u2';
    page.kept.token = 'of the other tab';
    page.identity.account.catchUp = async () => page.become(mina);
    page.become(null);
    page.store.followOtherTab();
    await expect.poll(() => page.store.read().user?.uid).toBe('u2');
    expect(page.kept).toMatchObject({ uid: 'u2', token: 'of the other tab', leaving: false });
  });

  test('an answer that was under way brings no session back', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.answerExchangesWith(() => page.store.leave({ keepToken: false }));
    expect(await page.store.renew('access-1')).toBe(false);
    expect(page.kept.token).toBeNull();
    expect(page.log).toContain('revoke access-2');
  });
});

describe('getting a new access token', () => {
  test('asks for a fresh ID token, once for all calls that wait', async () => {
    const page = browser();
    await page.signInAs(rahim);
    expect(await Promise.all([page.store.renew('access-1'), page.store.renew('access-1')])).toEqual([
      true,
      true,
    ]);
    expect(page.log.filter((line) => line.includes('fresh-id-token'))).toHaveLength(1);
    expect(page.kept.token).toBe('access-2');
  });

  test('takes the one that another tab has stored', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.kept.token = 'newer';
    expect(await page.store.renew('access-1')).toBe(true);
    expect(page.log).toHaveLength(1);
  });

  test('is not tried for a stranger', async () => {
    const { store, seen } = browser({ token: 'left by the mobile menu' });
    store.start();
    expect(await store.renew('left by the mobile menu')).toBe(false);
    expect(seen.opened).toBe(0);
  });
});
