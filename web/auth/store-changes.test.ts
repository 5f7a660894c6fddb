import { describe, expect, test } from 'vitest';
import { NetworkError } from '#web/api/errors.ts';
import { IdentityError } from './identity.ts';
import { browser, mina, rahim } from './testing/browser.ts';

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
