import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { minutes } from '#platform/time.ts';
import type { TestClaims } from '../testing/google-issuer.ts';
import {
  accepted,
  onBoth,
  password,
  rejection,
  succeeded,
  type TestIdentity,
} from '../testing/test-identity.ts';

const email = 'rahima@example.com';
const google = { sub: '21', email, email_verified: true, name: 'Rahima Khatun' };
const call = 'signInWithIdp';
const requestUri = 'http://localhost:3000';

/** As the SDK sends it. */
const withGoogle = (on: TestIdentity, claims: TestClaims = google, more: object = {}) =>
  on.byGoogle(claims, { returnSecureToken: true, returnIdpCredential: true, ...more });

/** Somebody with a password, whose address is verified as if the mailed link had been followed. */
async function signUpVerified(on: TestIdentity) {
  const account = await on.signUp(email);
  await on.tables.updateTable('identity_email').set({ verified: 1 }).execute();
  return account;
}

const providersOf = (user: { providerUserInfo: { providerId: string }[] }) =>
  user.providerUserInfo.map(({ providerId }) => providerId);
const firebaseIn = (idToken: unknown) => decodeJwt(String(idToken)).firebase;

onBoth((open, test) => {
  test('[IDP-03] of 20 requests at once with one new identity one makes the account, all are let in', async (on) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => withGoogle(on)));
    const entered = accepted(answers);
    expect(entered).toHaveLength(20);
    expect(new Set(entered.map(({ localId }) => localId)).size).toBe(1);
    expect(entered.filter(({ isNewUser }) => isNewUser)).toHaveLength(1);
  });

  test('[IDP-03] a name of Google that cannot be seen is none, and refuses nobody', async (on) => {
    const names = { name: '\u3164\u3164', given_name: '\u200b', family_name: ' ' };
    const { status, body } = await withGoogle(on, { ...google, ...names });
    expect(status).toBe(200);
    for (const name of ['displayName', 'fullName', 'firstName', 'lastName'])
      expect(body).not.toHaveProperty(name);
    expect(await on.lookUp(body.idToken)).not.toHaveProperty('displayName');
  });

  test('[IDP-03] of two new identities with one address at once, both end in one account', async (on) => {
    const answers = await Promise.all(['1', '2', '3', '4'].map((sub) => withGoogle(on, { ...google, sub })));
    expect(new Set(answers.map(({ body }) => body.localId)).size).toBe(1);
    const last = await withGoogle(on, { ...google, sub: '5' });
    expect(last.body).toMatchObject({ emailRecycled: true });
    expect(await on.lookUp(last.body.idToken)).toMatchObject({ providerUserInfo: [{ rawId: '5' }] });
  });

  test('[IDP-03] while an account registers with the address, either way there is one', async (on) => {
    const [registered, signedIn] = await Promise.all([
      on.post('signUp', { email, password }),
      withGoogle(on),
    ]);
    expect(signedIn).toMatchObject(succeeded);
    if (registered.status === 200) expect(registered.body.localId).toBe(signedIn.body.localId);
    else expect(registered).toMatchObject(rejection('EMAIL_EXISTS'));
  });

  test('[IDP-03] an address nobody had confirmed is reclaimed: a stranger’s password and sessions end, the owner is told', async (on) => {
    const { idToken, localId, refreshToken } = await on.signUp(email, { displayName: 'Stranger' });
    const { body } = await withGoogle(on);
    expect(body).toMatchObject({ localId, emailVerified: true });
    expect(await on.lookUp(body.idToken)).toMatchObject({ displayName: google.name });
    await on.over(idToken);
    expect(await on.refresh(refreshToken)).toMatchObject(rejection('TOKEN_EXPIRED'));
    await on.refused('INVALID_PASSWORD', 'signInWithPassword', { email, password });
    expect((await on.sentMails()).map(({ to }) => to)).toEqual([email]);
  });

  test('[IDP-03] who confirmed the address keeps password and sessions, and is told of the link', async (on) => {
    const { idToken, localId } = await signUpVerified(on);
    expect((await withGoogle(on)).body).toMatchObject({ localId });
    expect(providersOf(await on.lookUp(idToken))).toEqual(['password', 'google.com']);
    await on.signIn(email);
    expect(await on.subjects(email)).toEqual(['Google was linked to your Blood Buddies account']);
  });

  test('[IDP-16] a stranger who may still take their own address back gets nothing by Google’s word for another', async (on) => {
    const stranger = await on.signUp('stranger@example.com');
    const moved = await on.ok('update', { idToken: stranger.idToken, email });
    const { body } = await withGoogle(on);
    expect(body).toMatchObject({ isNewUser: true, email, idToken: expect.any(String) });
    expect(body.localId).not.toBe(stranger.localId);
    expect(await on.lookUp(moved.idToken)).not.toHaveProperty('email');
  });

  test('[IDP-16] an unverified address of another account: confirmation is asked for, and the pending token links later', async (on) => {
    const { idToken, localId } = await on.signUp(email);
    const { body } = await withGoogle(on, { ...google, email_verified: false });
    expect(body).toMatchObject({ needConfirmation: true, localId, verifiedProvider: [] });
    const { pendingToken } = body;
    const linked = await on.ok(call, { requestUri, pendingToken, idToken });
    expect(linked).toMatchObject({ localId, federatedId: 'https://accounts.google.com/21' });
    expect(providersOf(await on.lookUp(linked.idToken))).toEqual(['password', 'google.com']);
    await on.refused('INVALID_PENDING_TOKEN', call, { requestUri, pendingToken: 'x.y.z', idToken });
  });

  test('a pending token is good for an hour', async (on) => {
    const { pendingToken } = (await withGoogle(on)).body;
    await on.ok(call, { requestUri, pendingToken });
    on.pass(minutes(60));
    await on.refused('INVALID_PENDING_TOKEN', call, { requestUri, pendingToken });
  });

  test('[IDP-03] linking: somebody else’s identity, a second identity, an old sign-in', async (on) => {
    await withGoogle(on, { sub: '1' });
    const { idToken } = await on.signUp(email);
    const link = (sub: string) => on.byGoogle({ sub }, { idToken });
    expect(await link('1')).toMatchObject(rejection('FEDERATED_USER_ID_ALREADY_LINKED'));
    const answers = await Promise.all([link('2'), link('3')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(rejection('PROVIDER_ALREADY_LINKED'));
    on.pass(minutes(5) + 1);
    expect(await link('4')).toMatchObject(rejection('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'));
  });

  test('[IDP-03] linking is no new sign-in: the session is as old as the one it came from', async (on) => {
    const { idToken } = await on.signUp(email);
    on.pass(minutes(4));
    const linked = (await withGoogle(on, { sub: '1' }, { idToken })).body.idToken;
    expect(decodeJwt(linked).auth_time).toBe(decodeJwt(idToken).auth_time);
    expect(firebaseIn(linked)).toMatchObject({ sign_in_provider: 'google.com' });
  });

  test('[IDP-03] an anonymous account becomes a lasting one', async () => {
    await using on = await open({ settings: { anonymous: true } });
    const { idToken, localId } = await on.ok('signUp', { returnSecureToken: true });
    const { body } = await withGoogle(on, google, { idToken });
    expect(body).toMatchObject({ localId, email, emailVerified: true });
    expect(decodeJwt(body.idToken)).not.toHaveProperty('provider_id');
  });

  test('[IDP-06] unlinking Google ends what came in by it elsewhere, and the caller goes on by what is left', async (on) => {
    const person = await on.signUp(email);
    const linked = (await withGoogle(on, google, { idToken: person.idToken })).body;
    const elsewhere = (await withGoogle(on)).body;
    const changed = await on.ok('update', { idToken: linked.idToken, deleteProvider: ['google.com'] });
    expect(providersOf(changed as never)).toEqual(['password']);

    await on.over(elsewhere.idToken);
    await on.lookUp(person.idToken);
    const firebase = firebaseIn((await on.refresh(linked.refreshToken)).body.id_token);
    expect(firebase).toMatchObject({ sign_in_provider: 'password', identities: { email: [email] } });
    expect(firebase).not.toHaveProperty('identities.google.com');
  });

  test('[IDP-06] a way in is not changed and dropped in one call, and none is by a session that ended', async (on) => {
    const { idToken } = (await withGoogle(on)).body;
    const change = { idToken, password: 'another pass 2' };
    const drop = { idToken, deleteProvider: ['google.com'] };
    await on.refused(/^INVALID_ARGUMENT/, 'update', { ...change, ...drop });
    expect(providersOf(await on.lookUp(idToken))).toEqual(['google.com']);
    const [changed, unlinked] = await Promise.all([on.post('update', change), on.post('update', drop)]);
    expect(changed).toMatchObject(succeeded);
    const left = providersOf(await on.lookUp(changed.body.idToken));
    expect(left.includes('google.com')).toBe(unlinked.status !== 200);
  });

  test('[IDP-06] an account that gives up its address is found by it no more', async (on) => {
    const { idToken, localId } = (await withGoogle(on)).body;
    const changed = await on.ok('update', { idToken, deleteAttribute: ['EMAIL'] });
    expect(changed).not.toHaveProperty('email');
    expect((await on.signUp(email)).localId).not.toBe(localId);
    expect((await withGoogle(on)).body).toMatchObject({ localId });
  });

  test('[IDP-12] re-authentication makes no account and links nothing', async (on) => {
    const { idToken } = await signUpVerified(on);
    const unknown = await withGoogle(on, google, { autoCreate: false });
    expect(unknown).toMatchObject(rejection('USER_NOT_FOUND'));
    expect(providersOf(await on.lookUp(idToken))).toEqual(['password']);
  });
});
