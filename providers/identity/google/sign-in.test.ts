import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { minutes } from '#platform/time.ts';
import type { TestClaims } from '../testing/google-issuer.ts';
import {
  errorResponse,
  onBoth,
  password,
  succeeded,
  successfulBodies,
  type TestIdentity,
} from '../testing/test-identity.ts';

const email = 'rahima@example.com';
const google = { sub: '21', email, email_verified: true, name: 'Rahima Khatun' };
const call = 'signInWithIdp';
const requestUri = 'http://localhost:3000';

/** Signs in with the parameters that the SDK sends. */
const withGoogle = (idp: TestIdentity, claims: TestClaims = google, more: object = {}) =>
  idp.signInWithGoogle(claims, { returnSecureToken: true, returnIdpCredential: true, ...more });

/** Signs up with a password and marks the address as verified. */
async function signUpVerified(idp: TestIdentity) {
  const account = await idp.signUp(email);
  await idp.tables.updateTable('identity_email').set({ verified: 1 }).execute();
  return account;
}

const providersOf = (user: { providerUserInfo: { providerId: string }[] }) =>
  user.providerUserInfo.map(({ providerId }) => providerId);
const firebaseClaim = (idToken: unknown) => decodeJwt(String(idToken)).firebase;

onBoth((_open, test) => {
  test('[IDP-03] 20 concurrent requests with a new identity create one account and all sign in', async (idp) => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => withGoogle(idp)));
    const entered = successfulBodies(responses);
    expect(entered).toHaveLength(20);
    expect(new Set(entered.map(({ localId }) => localId)).size).toBe(1);
    expect(entered.filter(({ isNewUser }) => isNewUser)).toHaveLength(1);
  });

  test('[IDP-03] ignores invisible names', async (idp) => {
    const names = { name: '\u3164\u3164', given_name: '\u200b', family_name: ' ' };
    const { status, body } = await withGoogle(idp, { ...google, ...names });
    expect(status).toBe(200);
    for (const name of ['displayName', 'fullName', 'firstName', 'lastName'])
      expect(body).not.toHaveProperty(name);
    expect(await idp.lookUp(body.idToken)).not.toHaveProperty('displayName');
  });

  test('[IDP-03] concurrent new identities with the same address share one account', async (idp) => {
    const responses = await Promise.all(
      ['1', '2', '3', '4'].map((sub) => withGoogle(idp, { ...google, sub })),
    );
    expect(new Set(responses.map(({ body }) => body.localId)).size).toBe(1);
    const last = await withGoogle(idp, { ...google, sub: '5' });
    expect(last.body).toMatchObject({ emailRecycled: true });
    expect(await idp.lookUp(last.body.idToken)).toMatchObject({ providerUserInfo: [{ rawId: '5' }] });
  });

  test('[IDP-03] a concurrent sign-up with the same address results in one account', async (idp) => {
    const [registered, signedIn] = await Promise.all([
      idp.post('signUp', { email, password }),
      withGoogle(idp),
    ]);
    expect(signedIn).toMatchObject(succeeded);
    if (registered.status === 200) expect(registered.body.localId).toBe(signedIn.body.localId);
    else expect(registered).toMatchObject(errorResponse('EMAIL_EXISTS'));
  });

  test('[IDP-03] signing in with a verified address keeps password and sessions and notifies the owner', async (idp) => {
    const { idToken, localId } = await signUpVerified(idp);
    expect((await withGoogle(idp)).body).toMatchObject({ localId });
    expect(providersOf(await idp.lookUp(idToken))).toEqual(['password', 'google.com']);
    await idp.signIn(email);
    expect(await idp.emailSubjects(email)).toEqual(['Google was linked to your Blood Buddies account']);
  });

  test('a pending token expires after an hour', async (idp) => {
    const { pendingToken } = (await withGoogle(idp)).body;
    await idp.ok(call, { requestUri, pendingToken });
    idp.advanceClock(minutes(60));
    await idp.expectError('INVALID_PENDING_TOKEN', call, { requestUri, pendingToken });
  });

  test('[IDP-03] linking fails for an identity of another account, a second identity, or an old sign-in', async (idp) => {
    await withGoogle(idp, { sub: '1' });
    const { idToken } = await idp.signUp(email);
    const link = (sub: string) => idp.signInWithGoogle({ sub }, { idToken });
    expect(await link('1')).toMatchObject(errorResponse('FEDERATED_USER_ID_ALREADY_LINKED'));
    const responses = await Promise.all([link('2'), link('3')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(responses.find(({ status }) => status === 400)).toMatchObject(
      errorResponse('PROVIDER_ALREADY_LINKED'),
    );
    idp.advanceClock(minutes(5) + 1);
    expect(await link('4')).toMatchObject(errorResponse('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'));
  });

  test('[IDP-03] linking keeps the auth_time of the session', async (idp) => {
    const { idToken } = await idp.signUp(email);
    idp.advanceClock(minutes(4));
    const linked = (await withGoogle(idp, { sub: '1' }, { idToken })).body.idToken;
    expect(decodeJwt(linked).auth_time).toBe(decodeJwt(idToken).auth_time);
    expect(firebaseClaim(linked)).toMatchObject({ sign_in_provider: 'google.com' });
  });

  test('[IDP-06] unlinking Google ends its other sessions; the caller continues with a remaining provider', async (idp) => {
    const person = await idp.signUp(email);
    const linked = (await withGoogle(idp, google, { idToken: person.idToken })).body;
    const otherSession = (await withGoogle(idp)).body;
    const changed = await idp.ok('update', { idToken: linked.idToken, deleteProvider: ['google.com'] });
    expect(providersOf(changed as never)).toEqual(['password']);

    await idp.expectSessionEnded(otherSession.idToken);
    await idp.lookUp(person.idToken);
    const firebase = firebaseClaim((await idp.refresh(linked.refreshToken)).body.id_token);
    expect(firebase).toMatchObject({ sign_in_provider: 'password', identities: { email: [email] } });
    expect(firebase).not.toHaveProperty('identities.google.com');
  });

  test('[IDP-06] rejects changing and removing sign-in methods in one call, and changes by an ended session', async (idp) => {
    const { idToken } = (await withGoogle(idp)).body;
    const change = { idToken, password: 'another pass 2' };
    const drop = { idToken, deleteProvider: ['google.com'] };
    await idp.expectError(/^INVALID_ARGUMENT/, 'update', { ...change, ...drop });
    expect(providersOf(await idp.lookUp(idToken))).toEqual(['google.com']);
    const [changed, unlinked] = await Promise.all([idp.post('update', change), idp.post('update', drop)]);
    expect(changed).toMatchObject(succeeded);
    const left = providersOf(await idp.lookUp(changed.body.idToken));
    expect(left.includes('google.com')).toBe(unlinked.status !== 200);
  });

  test('[IDP-06] an account without its address is no longer found by it', async (idp) => {
    const { idToken, localId } = (await withGoogle(idp)).body;
    const changed = await idp.ok('update', { idToken, deleteAttribute: ['EMAIL'] });
    expect(changed).not.toHaveProperty('email');
    expect((await idp.signUp(email)).localId).not.toBe(localId);
    expect((await withGoogle(idp)).body).toMatchObject({ localId });
  });

  test('[IDP-12] re-authentication neither creates an account nor links', async (idp) => {
    const { idToken } = await signUpVerified(idp);
    const unknown = await withGoogle(idp, google, { autoCreate: false });
    expect(unknown).toMatchObject(errorResponse('USER_NOT_FOUND'));
    expect(providersOf(await idp.lookUp(idToken))).toEqual(['password']);
  });
});
