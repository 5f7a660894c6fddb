import { describe, expect, test } from 'vitest';
import { ApiError, NetworkError } from '#web/api/errors.ts';
import { IdentityError } from './identity.ts';
import { browser, mina, rahim, settled } from './testing/browser.ts';

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

describe('[LGN-03] signing in', () => {
  test('[LGN-03] shows the ID token with the email and is done only once the access token is stored', async () => {
    const page = browser();
    page.store.start();
    page.answerExchangesWith(() => expect(page.store.read().state).toBe('signed-out'));
    expect(await page.signInAs(rahim)).toEqual({ created: true });
    expect(page.log).toEqual(['exchange rahim@example.org id-token']);
    expect(page.kept).toMatchObject({ token: 'access-1', uid: 'u1' });
    expect(page.store.read()).toMatchObject({ state: 'signed-in', user: rahim });
  });

  test('greets with what stands before the @ where there is no name', async () => {
    const page = browser();
    await page.signInAs(mina);
    expect(page.store.read().user?.displayName).toBe('mina');
  });

  test('known to the identity provider only is not signed in', async () => {
    const page = browser();
    page.store.start();
    page.answerExchangesWith(() => {
      throw new NetworkError();
    });
    await expect(page.signInAs(rahim)).rejects.toBeInstanceOf(NetworkError);
    expect(page.store.read().state).toBe('signed-out');
    expect(page.log).toContain('sdk sign-out');
  });

  test('[LGN-05] a refusal of the provider is passed on', async () => {
    const { store } = browser();
    const refused = new IdentityError('wrong-password', 'The password is invalid.');
    await expect(store.enter(() => Promise.reject(refused))).rejects.toBe(refused);
  });

  test('somebody whose place another person took half-way is signed out too', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.answerExchangesWith(() => {
      throw new NetworkError();
    });
    await expect(page.signInAs(mina)).rejects.toBeInstanceOf(NetworkError);
    expect(page.store.read().state).toBe('signed-out');
    expect(page.kept).toMatchObject({ uid: null, token: null });
    expect(page.log).toContain('sdk sign-out');
  });

  test('two people on one browser share nothing', async () => {
    const page = browser();
    await page.signInAs(rahim);
    const before = page.seen.forgotten;
    await page.store.leave({ keepToken: false });
    await page.signInAs(mina);
    expect(page.seen.forgotten).toBeGreaterThan(before);
    expect(page.store.read().user?.uid).toBe('u2');
  });
});

describe('changing something about oneself', () => {
  const renamed = { ...rahim, displayName: 'Rahim Uddin' };

  test('[IDP-06] is seen here at once, and other tabs are told', async () => {
    const page = browser();
    await page.signInAs(rahim);
    await page.store.change((identity) => identity.account.changeName('Rahim Uddin'));
    expect(page.store.read().user).toEqual(renamed);
    expect(page.seen.told).toEqual([renamed]);
  });

  test('[IDP-06] other tabs are told although this one still looks up who is signed in', async () => {
    const page = browser({ sdkUser: rahim, uid: 'u1', token: 'kept', slow: true });
    page.store.start();
    await page.store.change((identity) => identity.account.changeName('Rahim Uddin'));
    expect(page.seen.told).toEqual([renamed]);
    expect(page.store.read().user).toEqual(renamed);
  });

  test('[IDP-06] another tab takes over what it is told, and tells nobody', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.store.followChange(renamed);
    expect(page.store.read().user).toEqual(renamed);
    expect(page.seen.told).toEqual([]);
    await expect.poll(() => page.log).toContain('sdk catches up');
  });

  test('what is told about somebody else, or comes after signing out, changes nothing', async () => {
    const page = browser();
    page.store.followChange(renamed);
    await page.signInAs(rahim);
    page.store.followChange(mina);
    expect(page.store.read().user).toEqual(rahim);
    await page.store.change(async () => {
      await page.store.leave({ keepToken: false });
      return renamed;
    });
    expect(page.store.read()).toMatchObject({ state: 'signed-out' });
    expect(page.seen.told).toEqual([]);
  });
});

describe('a session in place of another', () => {
  test('[IDP-06] a new password: access is asked for by the new session, then the former one ends', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.answerExchangesWith(() => expect(page.kept.token).toBeNull());
    await page.store.change((identity) => identity.account.changePassword('another horse'));
    expect(page.kept.token).toBe('access-2');
    expect(page.log.slice(1)).toEqual(['exchange rahim@example.org id-token', 'end session-1']);
    page.store.refuse('access-1');
    expect(page.store.read().state).toBe('signed-in');
  });

  test('[OUT-03] a repeated sign-in gets new access, even where the provider goes on with the same session', async () => {
    const page = browser();
    await page.signInAs(rahim);
    await page.store.change((identity) => identity.account.reauthenticate('correct horse'), {
      renewsAccess: true,
    });
    expect(page.kept.token).toBe('access-2');
    expect(page.log.slice(1)).toEqual(['exchange rahim@example.org id-token']);
  });

  test('a change that begins no session asks for no access and ends nothing', async () => {
    const page = browser();
    await page.signInAs(rahim);
    await page.store.change((identity) => identity.account.changeName('Rahim Uddin'));
    expect(page.log).toHaveLength(1);
    expect(page.kept.token).toBe('access-1');
  });

  test('an address that was confirmed: the product server is told by a new ID token, once', async () => {
    const page = browser();
    await page.signInAs(rahim);
    const confirmed = async () => ({ ...rahim, emailVerified: true });
    await page.store.change(confirmed);
    await page.store.change(confirmed);
    expect(page.log.slice(1)).toEqual(['exchange rahim@example.org fresh-id-token']);
    expect(page.kept.token).toBe('access-2');
  });

  test('out of reach, the person stays signed in, and the next call asks for access', async () => {
    const page = browser();
    await page.signInAs(rahim);
    page.answerExchangesWith(() => {
      throw new NetworkError();
    });
    await page.store.change((identity) => identity.account.changePassword('another horse'));
    expect(page.store.read().state).toBe('signed-in');
    page.answerExchangesWith(() => {});
    expect(await page.store.renew(null)).toBe(true);
    expect(page.kept.token).not.toBeNull();
  });

  test('who signs in while another person is signed in ends that session', async () => {
    const page = browser();
    await page.signInAs(rahim);
    await page.signInAs(mina);
    expect(page.log.at(-1)).toBe('end session-1');
  });
});

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
