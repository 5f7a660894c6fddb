import { describe, expect, test, vi } from 'vitest';
import { NetworkError } from '#web/api/errors.ts';
import { IdentityError } from './identity.ts';
import { changeLock, withLock } from './locks.ts';
import { createSignedInBrowser, createTestBrowser, mina, rahim } from './testing/test-browser.ts';

describe('[LGN-03] signing in', () => {
  test('[LGN-03] sends the ID token with the email and completes after the access token is stored', async () => {
    const page = createTestBrowser();
    page.store.start();
    page.onExchange(() => expect(page.store.read().state).toBe('signed-out'));
    expect(await page.signInAs(rahim)).toEqual({ created: true });
    expect(page.log).toEqual(['exchange rahim@example.org id-token']);
    expect(page.stored).toMatchObject({ token: 'access-1', uid: 'u1' });
    expect(page.store.read()).toMatchObject({ state: 'signed-in', user: rahim });
  });

  test('does not begin on the staff pages because an earlier user of this device has used them', async () => {
    vi.stubGlobal('window', { localStorage: { getItem: () => '{}' } });
    const page = await createSignedInBrowser(rahim);
    vi.unstubAllGlobals();
    expect(page.store.read().user).not.toHaveProperty('firstPage');
  });

  test('uses the part of the email before the @ without a name', async () => {
    const page = await createSignedInBrowser(mina);
    expect(page.store.read().user?.displayName).toBe('mina');
  });

  test('is not signed in with an identity session alone', async () => {
    const page = createTestBrowser();
    page.store.start();
    page.onExchange(() => {
      throw new NetworkError();
    });
    await expect(page.signInAs(rahim)).rejects.toBeInstanceOf(NetworkError);
    expect(page.store.read().state).toBe('signed-out');
    expect(page.log).toContain('sdk sign-out');
  });

  test('[LGN-05] throws the provider’s error', async () => {
    const { store } = createTestBrowser();
    const rejection = new IdentityError('wrong-password', 'The password is invalid.');
    await expect(store.signIn(() => Promise.reject(rejection))).rejects.toBe(rejection);
  });

  test('signs the previous user out if another user’s sign-in fails half-way', async () => {
    const page = await createSignedInBrowser(rahim);
    page.onExchange(() => {
      throw new NetworkError();
    });
    await expect(page.signInAs(mina)).rejects.toBeInstanceOf(NetworkError);
    expect(page.store.read().state).toBe('signed-out');
    expect(page.stored).toMatchObject({ uid: '', token: null });
    expect(page.log).toContain('sdk sign-out');
  });

  test('clears user data between two users of one browser', async () => {
    const page = await createSignedInBrowser(rahim);
    const before = page.calls.clearedUserData;
    await page.store.signOut({ keepToken: false });
    await page.signInAs(mina);
    expect(page.calls.clearedUserData).toBeGreaterThan(before);
    expect(page.store.read().user?.uid).toBe('u2');
  });
});

describe('changing the user’s profile', () => {
  const renamed = { ...rahim, displayName: 'Rahim Uddin' };

  test('[IDP-06] updates this tab and notifies other tabs', async () => {
    const page = await createSignedInBrowser(rahim);
    await page.store.updateUser((identity) => identity.account.changeName('Rahim Uddin'));
    expect(page.store.read().user).toEqual(renamed);
    expect(page.calls.broadcast).toEqual([renamed]);
  });

  test('[IDP-06] notifies other tabs while this one still restores its session', async () => {
    const page = createTestBrowser({ sdkUser: rahim, uid: 'u1', token: 'stored-token', isSlow: true });
    page.store.start();
    await page.store.updateUser((identity) => identity.account.changeName('Rahim Uddin'));
    expect(page.calls.broadcast).toEqual([renamed]);
    expect(page.store.read().user).toEqual(renamed);
  });

  test('[IDP-06] applies an update from another tab without a broadcast', async () => {
    const page = await createSignedInBrowser(rahim);
    page.store.applyUserUpdate(renamed);
    expect(page.store.read().user).toEqual(renamed);
    expect(page.calls.broadcast).toEqual([]);
  });

  test('ignores an update of another user or after a sign-out', async () => {
    const page = createTestBrowser();
    page.store.applyUserUpdate(renamed);
    await page.signInAs(rahim);
    page.store.applyUserUpdate(mina);
    expect(page.store.read().user).toEqual(rahim);
    await page.store.updateUser(async () => {
      await page.store.signOut({ keepToken: false });
      return renamed;
    });
    expect(page.store.read()).toMatchObject({ state: 'signed-out' });
    expect(page.calls.broadcast).toEqual([]);
  });
});

describe('a session that replaces another', () => {
  test('[IDP-06] a new password gets access with the new session, then ends the previous one', async () => {
    const page = await createSignedInBrowser(rahim);
    page.onExchange(() => expect(page.stored.token).toBeNull());
    await page.store.updateUser((identity) => identity.account.changePassword('another horse'));
    expect(page.stored.token).toBe('access-2');
    expect(page.log.slice(1)).toEqual(['exchange rahim@example.org id-token', 'end session-1']);
    await page.store.onForbidden('access-1');
    expect(page.store.read().state).toBe('signed-in');
  });

  test('a call that the end of the previous session rejects waits for the new token and can be repeated', async () => {
    const page = await createSignedInBrowser(rahim);
    let answers: Promise<boolean> | undefined;
    await page.store.updateUser((identity) => {
      answers = page.store.onForbidden('access-1');
      return identity.account.changePassword('another horse');
    });
    expect(await answers).toBe(true);
    expect(page.store.read().state).toBe('signed-in');
    expect(page.stored.token).toBe('access-2');
  });

  test('a call that a change in another tab rejects waits for its token and can be repeated', async () => {
    const page = await createSignedInBrowser(rahim);
    const { answers } = await withLock(changeLock, 'shared', async () => {
      const answers = page.store.onForbidden('access-1');
      await new Promise((resolve) => setTimeout(resolve, 20));
      page.stored.token = 'access-2';
      return { answers };
    });
    expect(await answers).toBe(true);
    expect(page.store.read().state).toBe('signed-in');
  });

  test('a rejected call waits for the new token, also if a change that began later has ended', async () => {
    const page = await createSignedInBrowser(rahim);
    let answers: Promise<boolean> | undefined;
    await page.store.updateUser(async (identity) => {
      await page.store.updateUser((client) => client.account.changeName('Rahim Uddin'));
      answers = page.store.onForbidden('access-1');
      return identity.account.changePassword('another horse');
    });
    expect(await answers).toBe(true);
    expect(page.store.read().state).toBe('signed-in');
  });

  test('a change of credentials that fails signs out after a 403', async () => {
    const page = await createSignedInBrowser(rahim);
    let answers: Promise<boolean> | undefined;
    const failure = page.store.updateUser(() => {
      answers = page.store.onForbidden('access-1');
      return Promise.reject(new NetworkError());
    });
    await expect(failure).rejects.toBeInstanceOf(NetworkError);
    expect(await answers).toBe(false);
    expect(page.store.read().state).toBe('signed-out');
  });

  test('[OUT-03] a repeated sign-in gets a new access token, even if the provider keeps the session', async () => {
    const page = await createSignedInBrowser(rahim);
    await page.store.updateUser((identity) => identity.account.reauthenticate('correct horse'), {
      renewsAccess: true,
    });
    expect(page.stored.token).toBe('access-2');
    expect(page.log.slice(1)).toEqual(['exchange rahim@example.org id-token']);
  });

  test('a change without a new session requests no access and ends no session', async () => {
    const page = await createSignedInBrowser(rahim);
    await page.store.updateUser((identity) => identity.account.changeName('Rahim Uddin'));
    expect(page.log).toHaveLength(1);
    expect(page.stored.token).toBe('access-1');
  });

  test('sends a new ID token to the product server once after the email is verified', async () => {
    const page = await createSignedInBrowser(rahim);
    const confirmed = async () => ({ ...rahim, emailVerified: true });
    await page.store.updateUser(confirmed);
    await page.store.updateUser(confirmed);
    expect(page.log.slice(1)).toEqual(['exchange rahim@example.org fresh-id-token']);
    expect(page.stored.token).toBe('access-2');
  });

  test('stays signed in if the server is unreachable, and the next call requests access', async () => {
    const page = await createSignedInBrowser(rahim);
    page.onExchange(() => {
      throw new NetworkError();
    });
    await page.store.updateUser((identity) => identity.account.changePassword('another horse'));
    expect(page.store.read().state).toBe('signed-in');
    page.onExchange(() => {});
    expect(await page.store.renewAccess(null)).toBe(true);
    expect(page.stored.token).not.toBeNull();
  });

  test('signing in as another user ends the previous session', async () => {
    const page = await createSignedInBrowser(rahim);
    await page.signInAs(mina);
    expect(page.log.at(-1)).toBe('end session-1');
  });
});
