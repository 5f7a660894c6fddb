import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { testWith } from '#platform/testing/test-with.ts';
import { days, hours, minutes } from '#platform/time.ts';
import { addPasskey } from '../testing/passkeys.ts';
import { email, errorResponse, onBoth, succeeded } from '../testing/test-identity.ts';

const sessionEnded = errorResponse('TOKEN_EXPIRED');

onBoth((open) => {
  /** Opens a provider with a session. `renew` refreshes the session with its newest token. */
  async function begin() {
    const idp = await open();
    let { refreshToken, idToken } = await idp.signUp();
    async function renew() {
      const response = await idp.refresh(refreshToken);
      if (response.status === 200) refreshToken = String(response.body.refresh_token);
      return response;
    }
    return { ...idp, idToken, renew };
  }
  const test = testWith(begin);

  test('a session ends when it is idle for 14 days', async (idp) => {
    idp.advanceClock(days(14) - 1);
    expect(await idp.renew()).toMatchObject(succeeded);
    idp.advanceClock(days(14));
    expect(await idp.renew()).toMatchObject(sessionEnded);
  });

  test('a session ends 30 days after the sign-in, even if it is used', async (idp) => {
    for (let day = 0; day < 29; day += 1) {
      idp.advanceClock(days(1));
      expect(await idp.renew()).toMatchObject(succeeded);
    }
    idp.advanceClock(days(1) - minutes(1));
    const last = await idp.renew();
    expect(last).toMatchObject(succeeded);
    idp.advanceClock(minutes(1));
    expect(await idp.renew()).toMatchObject(sessionEnded);
    await idp.expectSessionEnded(last.body.id_token);
  });

  /** Each call marks the device of the session as the person's own. */
  const ownDevices: Record<string, (idp: Awaited<ReturnType<typeof begin>>) => Promise<unknown>> = {
    'marked by the person': (idp) => idp.ok('setOwnDevice', { idToken: idp.idToken, ownDevice: true }),
    async 'with a passkey'(idp) {
      await idp.verify(email, idp.idToken);
      return addPasskey(idp, idp.idToken);
    },
  };
  for (const [device, use] of Object.entries(ownDevices)) {
    test(`on a device ${device}, a session may be idle for 180 days and ends after 400`, async (idp) => {
      await use(idp);
      const other = await idp.signIn();
      for (const idleDays of [180, 180]) {
        idp.advanceClock(days(idleDays) - 1);
        await idp.sweep();
        expect(await idp.renew()).toMatchObject(succeeded);
      }
      expect(await idp.refresh(other.refreshToken)).toMatchObject(sessionEnded);
      idp.advanceClock(days(40) + 2);
      expect(await idp.renew()).toMatchObject(sessionEnded);
    });

    test(`on a device ${device}, a session ends when it is idle for 180 days`, async (idp) => {
      await use(idp);
      idp.advanceClock(days(180));
      expect(await idp.renew()).toMatchObject(sessionEnded);
    });
  }

  test('a device needs a recent sign-in to be marked, and can be unmarked at any time', async (idp) => {
    const { idToken } = idp;
    await idp.ok('setOwnDevice', { idToken, ownDevice: true });
    const listed = async () => (await idp.ok('listSessions', { idToken })).sessions;
    expect(await listed()).toMatchObject([{ current: true, ownDevice: true }]);
    idp.advanceClock(minutes(5) + 1);
    await idp.expectError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'setOwnDevice', { idToken, ownDevice: true });
    await idp.ok('setOwnDevice', { idToken, ownDevice: false });
    expect((await listed())[0]).not.toHaveProperty('ownDevice');
    idp.advanceClock(days(14));
    expect(await idp.renew()).toMatchObject(sessionEnded);
  });

  test('removing the passkey shortens the session again', async (idp) => {
    const { idToken } = idp;
    await idp.verify(email, idToken);
    const { passkeyId } = await addPasskey(idp, idToken);
    await idp.ok('removePasskey', { idToken, passkeyId });
    idp.advanceClock(days(14));
    expect(await idp.renew()).toMatchObject(sessionEnded);
  });

  test('reports to the site whether a session is active', async (idp) => {
    const { sub: userId = '', sid } = decodeJwt<{ sid: string }>(idp.idToken);
    const find = (changes: { userId?: string; sessionId?: string | undefined } = {}) =>
      idp.accounts.findActiveSession({ userId, sessionId: sid, ...changes });
    expect(await find()).toEqual({ signedInAt: idp.now() });
    expect(await find({ userId: 'another' })).toBeUndefined();
    for (const sessionId of ['unknown', '', undefined]) expect(await find({ sessionId })).toBeUndefined();
    idp.advanceClock(days(14));
    expect(await find()).toBeUndefined();
  });

  test('omits expired sessions from the list, and the sweep ends them', async (idp) => {
    idp.advanceClock(days(14) + hours(1));
    const { idToken } = await idp.signIn();
    expect((await idp.ok('listSessions', { idToken })).sessions).toMatchObject([{ current: true }]);
    await idp.sweep();
    const rows = await idp.tables
      .selectFrom('identity_session')
      .select('ended_at')
      .orderBy('auth_time')
      .execute();
    expect(rows.map(({ ended_at }) => ended_at)).toEqual([idp.now(), null]);
  });
});
