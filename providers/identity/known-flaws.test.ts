import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { inTransaction } from '#platform/database/transaction.ts';
import { minutes } from '#platform/time.ts';
import { disableUser, findUser, removeSecondFactors } from './manage-users.ts';
import { createAuthenticator, type Deviation } from './testing/authenticator.ts';
import {
  addPasskey,
  expectRemoved,
  signChallenge,
  signInWithPasskey,
  verifyPasskey,
} from './testing/passkeys.ts';
import { email, errorResponse, onBoth, other, type TestIdentity } from './testing/test-identity.ts';
import type { Body } from './testing/test-provider.ts';

/** Flaws of other systems, replayed against this provider. */
onBoth((_open, test) => {
  /** Opens an account with a proven address and a passkey. */
  async function openAccount(idp: TestIdentity, address = email) {
    const { idToken, localId } = await idp.signInWithLink(address);
    return { idToken, localId, passkey: await addPasskey(idp, idToken) };
  }

  // GitLab, CVE-2023-7028: a reset for a list of addresses was sent to all of them.
  test('reset by anyone: a reset is never sent to another address', async (idp) => {
    await idp.signUp();
    const sent = (await idp.sentEmails()).length;
    for (const addresses of [[email, other], { 0: other }, `${email},${other}`, `${email}\n${other}`])
      expect(await idp.requestCode('PASSWORD_RESET', { email: addresses })).toMatchObject({ status: 400 });
    expect(await idp.sentEmails()).toHaveLength(sent);
  });

  // nOAuth, https://www.descope.com/blog/post/noauth: accounts were linked by an unverified address.
  test('predictable linking: an unverified Google address opens no account', async (idp) => {
    const { localId } = await openAccount(idp);
    const { body } = await idp.signInWithGoogle({ sub: '66', email, email_verified: false });
    expect(body).toMatchObject({ needConfirmation: true, localId });
    expect(body).not.toHaveProperty('idToken');
  });

  // Sudhodanan and Paverd, "Pre-hijacked accounts", USENIX Security 2022; passlock-dev/passkeys issue 6.
  test('pre-hijacked account: a sign-in link removes the passkey of the person who signed up first', async (idp) => {
    const attacker = await idp.signUp();
    await idp.expectError(/^UNVERIFIED_EMAIL/, 'startPasskeyEnrollment', { idToken: attacker.idToken });
    // The owner of the address confirms it by mistake.
    await idp.verify(email, attacker.idToken);
    const passkey = await addPasskey(idp, attacker.idToken);
    const owner = await idp.signInWithLink(email);
    await idp.expectSessionEnded(attacker.idToken);
    expect((await idp.ok('listPasskeys', { idToken: owner.idToken })).passkeys).toEqual([]);
    await expectRemoved(idp, passkey);
  });

  // Better Auth, CVE-2025-61928 (user id taken from the body) and GHSA-4vcf-q4xf-f48m (removal by id alone).
  test('user id taken from the body: a caller reaches only their own passkeys', async (idp) => {
    const victim = await openAccount(idp);
    const { idToken, localId, passkey } = await openAccount(idp, other);
    const asVictim = { localId: victim.localId, userId: victim.localId };
    const { options } = await idp.ok('startPasskeyEnrollment', { idToken, ...asVictim });
    const credential = createAuthenticator().create(options);
    await idp.ok('finishPasskeyEnrollment', { idToken, credential, ...asVictim });
    expect((await idp.ok('listPasskeys', { idToken, ...asVictim })).passkeys).toHaveLength(2);
    const { passkeyId } = victim.passkey;
    const theirs = { ...asVictim, idToken, passkeyId, displayName: 'Taken' };
    for (const change of ['removePasskey', 'renamePasskey'])
      await idp.expectError(/^PASSKEY_NOT_FOUND/, change, theirs);
    const { passkeys } = await idp.ok('listPasskeys', victim);
    expect(passkeys).toHaveLength(1);
    expect(passkeys[0]).not.toHaveProperty('name');

    const theirHandle = Buffer.from(victim.localId).toString('base64url');
    const confused = await signChallenge(idp, passkey, { userHandle: theirHandle });
    await idp.expectError(/^INVALID_PASSKEY/, 'finishPasskeySignIn', { credential: confused, ...asVictim });
    // The challenge of one account enrolls nothing in another.
    const forVictim = await idp.ok('startPasskeyEnrollment', victim);
    const crossed = createAuthenticator().create(forVictim.options);
    await idp.expectError(/^INVALID_PASSKEY/, 'finishPasskeyEnrollment', { idToken, credential: crossed });
    expect(localId).not.toBe(victim.localId);
  });

  // WSO2-2025-4388, CVE-2025-10908: a locked account was open to sign-in links and passkeys.
  test('locked account: neither a link nor a passkey nor an earlier custom token opens it', async (idp) => {
    const { localId, passkey } = await openAccount(idp);
    const oobCode = await idp.requestLinkCode(email);
    const earlier = await verifyPasskey(idp, passkey);
    await inTransaction(idp.db, (trx) => disableUser(trx, localId));
    await idp.expectError('USER_DISABLED', 'signInWithEmailLink', { email, oobCode });
    for (const token of [earlier, await verifyPasskey(idp, passkey)])
      await idp.expectError('USER_DISABLED', 'signInWithCustomToken', { token });
  });

  // CWE submission ES2605-2daaff2c: passkeys stay valid after the account was recovered.
  test('passkeys outliving recovery: a reset lists the passkeys and removes the lost ones', async (idp) => {
    const { idToken, passkey: lost } = await openAccount(idp);
    const { passkeyId } = lost;
    const kept = await addPasskey(idp, idToken);
    const onLostDevice = await signInWithPasskey(idp, lost);
    await idp.requestCode('PASSWORD_RESET', { email });
    const oobCode = await idp.emailedCode(email, 'resetPassword');
    const { passkeys } = await idp.ok('resetPassword', { oobCode });
    expect(passkeys).toMatchObject([{ passkeyId }, {}]);
    const token = await verifyPasskey(idp, lost);
    await idp.ok('resetPassword', { oobCode, newPassword: 'another pass 2', lostPasskeys: [passkeyId] });
    await idp.expectSessionEnded(onLostDevice.idToken);
    await idp.expectError(/^INVALID_CUSTOM_TOKEN/, 'signInWithCustomToken', { token });
    await expectRemoved(idp, lost);
    await signInWithPasskey(idp, kept);
    expect((await idp.emailSubjects()).at(-1)).toBe('A passkey was removed from your Blood Buddies account');
  });

  test('passkeys outliving recovery: another owner removes those of a lost device', async (idp) => {
    const { localId, passkey } = await openAccount(idp);
    expect(await findUser(idp.db, localId)).toMatchObject({ verificationMethods: 1 });
    await inTransaction(idp.db, (trx) => removeSecondFactors(trx, localId));
    await expectRemoved(idp, passkey);
    await idp.signInWithLink(email);
  });

  test('passkeys outliving recovery: restoring the address removes all, even older ones', async (idp) => {
    const { idToken, passkey } = await openAccount(idp);
    idp.advanceClock(minutes(1));
    const moved = await idp.ok('update', { idToken, email: other });
    const oobCode = await idp.emailedCode(email, 'recoverEmail');
    await idp.verify(other, moved.idToken);
    const added = await addPasskey(idp, moved.idToken);
    await idp.ok('update', { oobCode });
    await expectRemoved(idp, added);
    // The person who changed the address may also have added the passkey.
    await expectRemoved(idp, passkey);
    expect((await idp.emailSubjects()).at(-1)).toBe('A passkey was removed from your Blood Buddies account');
    await idp.signInWithLink(email);
  });

  // AthenaNetworks/mymate issue 42: a session without its second factor could enroll one.
  test('half-finished sign-in: enrolls nothing', async (idp) => {
    const { idToken } = await idp.signUpVerified();
    await idp.enrollApp(idToken);
    const { credential: pending } = await idp.beginSignIn();
    for (const fields of [{ idToken: pending }, { mfaPendingCredential: pending }])
      await idp.expectError(/^(INVALID|MISSING)_ID_TOKEN/, 'startPasskeyEnrollment', fields);
  });

  // Keycloak, CVE-2026-37982: an intercepted link enrolled an authenticator later.
  test('old session: neither starts nor finishes an enrollment', async (idp) => {
    const { idToken } = await idp.signUpVerified();
    const { options } = await idp.ok('startPasskeyEnrollment', { idToken });
    const credential = createAuthenticator().create(options);
    idp.advanceClock(minutes(5) + 1);
    for (const [name, fields] of [
      ['startPasskeyEnrollment', {}],
      ['finishPasskeyEnrollment', { credential }],
      ['removePasskey', { passkeyId: 'any' }],
    ] as const)
      await idp.expectError('CREDENTIAL_TOO_OLD_LOGIN_AGAIN', name, { idToken, ...fields });
    const again = await idp.signIn();
    const reused = { idToken: again.idToken, credential };
    await idp.ok('finishPasskeyEnrollment', reused);
    await idp.expectError(/^INVALID_PASSKEY/, 'finishPasskeyEnrollment', reused);
  });

  // WebAuthn level 3, sections 5.11 (related origins) and 7.2; Keycloak, CVE-2026-8830 (checks only in the
  // browser).
  const deviations: Record<string, Deviation> = {
    'another origin': { origin: 'https://evil.example' },
    'a subdomain': { origin: 'http://www.localhost:3000' },
    'another port': { origin: 'http://localhost:3001' },
    'an iframe of another site': { crossOrigin: true },
    'another relying party': { rpId: 'evil.example' },
    'another ceremony': { type: 'payment.get' },
    'no user verification': { flags: 0x01 },
    'a challenge of its own': { challenge: 'Y2hhbGxlbmdl' },
  };
  test(`cross-origin: rejects ${Object.keys(deviations).join(', ')}`, async (idp) => {
    const { idToken, passkey } = await openAccount(idp);
    for (const deviation of Object.values(deviations)) {
      const credential = await signChallenge(idp, passkey, deviation);
      await idp.expectError(/^INVALID_PASSKEY/, 'finishPasskeySignIn', { credential });
      const { options } = await idp.ok('startPasskeyEnrollment', { idToken });
      const created = { idToken, credential: createAuthenticator().create(options, deviation) };
      await idp.expectError(/^INVALID_PASSKEY/, 'finishPasskeyEnrollment', created);
    }
    expect((await idp.ok('listPasskeys', { idToken })).passkeys).toHaveLength(1);
  });

  // OneUptime, CVE-2026-28787: an assertion could be replayed, because no challenge was stored.
  test('challenge reuse: an assertion signs in once, and only for its purpose and time', async (idp) => {
    const { idToken, passkey } = await openAccount(idp);
    const credential = await signChallenge(idp, passkey);
    const replayed = await idp.repeat(5, 'finishPasskeySignIn', { credential });
    const exchange = ({ customToken: token }: Body) => idp.post('signInWithCustomToken', { token });
    const responses = await Promise.all(replayed.map(({ body }) => exchange(body)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const afterwards = await exchange(await idp.ok('finishPasskeySignIn', { credential }));
    expect(afterwards).toMatchObject(errorResponse(/^INVALID_CUSTOM_TOKEN/));

    const { options } = await idp.ok('startPasskeyEnrollment', { idToken });
    const forEnrollment = { credential: passkey.get({ ...options, rpId: 'localhost' }) };
    await idp.expectError(/^INVALID_PASSKEY/, 'finishPasskeySignIn', forEnrollment);
    const late = await signChallenge(idp, passkey);
    idp.advanceClock(minutes(31));
    await idp.expectError(/^INVALID_PASSKEY/, 'finishPasskeySignIn', { credential: late });
  });

  test('another passkey: a signature of another key is rejected', async (idp) => {
    const { passkey, localId } = await openAccount(idp);
    const { options } = await idp.ok('startPasskeySignIn', {});
    const userHandle = Buffer.from(localId).toString('base64url');
    const forged = createAuthenticator({ id: passkey.id }).get(options, { userHandle });
    await idp.expectError(/^INVALID_PASSKEY/, 'finishPasskeySignIn', { credential: forged });
    expect(decodeJwt((await signInWithPasskey(idp, passkey)).idToken).sub).toBe(localId);
  });
});
