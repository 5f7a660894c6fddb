import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { minutes, seconds } from '#platform/time.ts';
import { createAuthenticator } from '../testing/authenticator.ts';
import {
  addPasskey,
  expectRemoved,
  signChallenge,
  signInWithPasskey,
  verifyPasskey,
} from '../testing/passkeys.ts';
import { email, onBoth, succeeded } from '../testing/test-identity.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

onBoth((_open, test) => {
  test('a passkey signs in as two factors, without an address, and counts as a recent sign-in', async (idp) => {
    const account = await idp.signUpVerified();
    const enrolled = await idp.enrollApp(account.idToken);
    const passkey = await addPasskey(idp, enrolled.idToken);
    idp.advanceClock(minutes(6));
    const { idToken, isNewUser } = await signInWithPasskey(idp, passkey);
    expect(isNewUser).toBe(false);
    expect(decodeJwt(idToken)).toMatchObject({
      sub: account.localId,
      auth_time: Math.floor(idp.now() / 1000),
      firebase: {
        sign_in_provider: 'passkey',
        sign_in_second_factor: 'passkey',
        second_factor_identifier: passkey.passkeyId,
      },
    });
    // Removing a factor requires a recent sign-in.
    await idp.ok('mfaEnrollment:withdraw', {
      idToken,
      mfaEnrollmentId: ((await idp.lookUp(idToken)) as unknown as typeof account).mfaInfo[0]?.mfaEnrollmentId,
    });
  });

  test('lists several passkeys with their name and last use, renames and removes one', async (idp) => {
    const { idToken } = await idp.signUpVerified();
    const [laptop, phone] = [createAuthenticator(), createAuthenticator()];
    const enroll = async (passkey: typeof laptop, more: object) => {
      const { options } = await idp.ok('startPasskeyEnrollment', { idToken });
      const body = { idToken, credential: passkey.create(options), ...more };
      return (await idp.ok('finishPasskeyEnrollment', body, { userAgent })).passkeyId;
    };
    const laptopId = await enroll(laptop, {});
    idp.advanceClock(seconds(1));
    await enroll(phone, { displayName: 'My phone' });
    const signedIn = await signInWithPasskey(idp, phone);
    const { passkeys } = await idp.ok('listPasskeys', { idToken });
    expect(passkeys).toMatchObject([
      { name: 'Firefox on Linux', createdAt: String(idp.now() - seconds(1)) },
      { name: 'My phone', lastUsedAt: String(idp.now()) },
    ]);
    expect(passkeys[0]).not.toHaveProperty('lastUsedAt');

    const renamed = { idToken, passkeyId: laptopId, displayName: 'Work laptop' };
    expect(await idp.ok('renamePasskey', renamed)).toMatchObject({
      passkeyId: laptopId,
      name: 'Work laptop',
    });
    expect((await idp.ok('listPasskeys', { idToken })).passkeys[0]).toMatchObject({ name: 'Work laptop' });

    await idp.ok('removePasskey', { idToken, passkeyId: laptopId });
    for (const change of ['removePasskey', 'renamePasskey'])
      await idp.expectError(/^PASSKEY_NOT_FOUND/, change, { ...renamed, idToken: signedIn.idToken });
    await expectRemoved(idp, laptop);
    await idp.lookUp(signedIn.idToken);
    expect((await idp.emailSubjects()).slice(1)).toEqual([
      'A passkey was added to your Blood Buddies account',
      'A passkey was added to your Blood Buddies account',
      'A passkey was removed from your Blood Buddies account',
    ]);
  });

  test('removing a lost passkey ends the sessions of its device', async (idp) => {
    const { idToken } = await idp.signInWithLink(email);
    const onLostDevice = await idp.signInWithLink(email);
    const lost = await addPasskey(idp, onLostDevice.idToken);
    const byPasskey = await signInWithPasskey(idp, lost);
    const own = await idp.signInWithLink(email);
    await idp.ok('removePasskey', { idToken: own.idToken, passkeyId: lost.passkeyId });
    for (const ended of [onLostDevice, byPasskey]) await idp.expectSessionEnded(ended.idToken);
    for (const active of [own.idToken, idToken]) await idp.lookUp(active);
  });

  test('removing a passkey ends a session that it started, even if that session added another one', async (idp) => {
    const { idToken } = await idp.signUpVerified();
    const lost = await addPasskey(idp, idToken);
    const thief = await signInWithPasskey(idp, lost);
    const added = await addPasskey(idp, thief.idToken);
    const own = { idToken: (await signInWithPasskey(idp, added)).idToken };
    await idp.ok('removePasskey', { ...own, passkeyId: lost.passkeyId });
    await idp.expectSessionEnded(thief.idToken);
    await idp.lookUp(own.idToken);
  });

  test('accepts synced passkeys, whose counter stays 0, and rejects a counter that does not rise', async (idp) => {
    const { idToken } = await idp.signUpVerified();
    const [synced, counting] = [await addPasskey(idp, idToken), await addPasskey(idp, idToken)];
    for (let time = 0; time < 2; time++) await signInWithPasskey(idp, synced);
    const finish = async (counter: number) => {
      const credential = await signChallenge(idp, counting, { counter });
      const { body } = await idp.post('finishPasskeySignIn', { credential });
      return idp.post('signInWithCustomToken', { token: body.customToken });
    };
    expect(await finish(5)).toMatchObject(succeeded);
    expect(await finish(6)).toMatchObject(succeeded);
    for (const counter of [6, 5, 0]) expect(await finish(counter)).toMatchObject({ status: 400 });
  });

  test('allows ten passkeys, and each credential once', async (idp) => {
    const { idToken } = await idp.signUpVerified();
    const first = await addPasskey(idp, idToken);
    const { options } = await idp.ok('startPasskeyEnrollment', { idToken });
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: first.id }],
    });
    const again = { idToken, credential: first.create(options) };
    await idp.expectError(/^PASSKEY_EXISTS/, 'finishPasskeyEnrollment', again);
    for (let count = 1; count < 10; count++) await addPasskey(idp, idToken);
    await idp.expectError(/^PASSKEY_LIMIT_EXCEEDED/, 'startPasskeyEnrollment', { idToken });
  });

  test('a custom token works once and for a minute', async (idp) => {
    const { idToken } = await idp.signUpVerified();
    const passkey = await addPasskey(idp, idToken);
    const token = await verifyPasskey(idp, passkey);
    const responses = await idp.repeat(3, 'signInWithCustomToken', { token });
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await verifyPasskey(idp, passkey);
    idp.advanceClock(seconds(61));
    for (const unusable of [late, idToken, 'none'])
      await idp.expectError(/^INVALID_CUSTOM_TOKEN/, 'signInWithCustomToken', { token: unusable });
  });
});
