import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { onBothDatabases } from '#platform/testing/databases.ts';
import { minutes } from '#platform/time.ts';
import { identityMigrations } from '../schema/migrations.ts';
import { googleIdToken, ownGoogleSetting, type TestClaims } from '../testing/google-issuer.ts';
import { openIdentity, type TestIdentity } from '../testing/test-identity.ts';
import { nonceClaim } from './attempt.ts';

const email = 'rahima@example.com';
const password = 'correct horse 1';
const google = { sub: '21', email, email_verified: true, name: 'Rahima Khatun' };
const refusal = (message: string) => ({ status: 400, body: { error: { message } } });
const refusedToken = refusal('INVALID_IDP_RESPONSE : The ID token is not one of Google for this site');
const fine = { status: 200 };

/** As the SDK sends it. */
async function withGoogle(identity: TestIdentity, claims: TestClaims, more: Record<string, unknown> = {}) {
  const { nonce, ...body } = more as { nonce?: string };
  const form = { id_token: await googleIdToken(claims), providerId: 'google.com', ...(nonce && { nonce }) };
  return identity.post('/v1/accounts:signInWithIdp', {
    requestUri: 'http://localhost:3000',
    postBody: `&${new URLSearchParams(form)}`,
    returnSecureToken: true,
    returnIdpCredential: true,
    ...body,
  });
}

async function signUp(identity: TestIdentity, person: object = { email, password }) {
  const { status, body } = await identity.post('/v1/accounts:signUp', person);
  expect(status).toBe(200);
  return { idToken: String(body.idToken), localId: String(body.localId), refreshToken: body.refreshToken };
}

/** As if the mailed link had been followed. */
const confirmEmail = (identity: TestIdentity, localId: string) =>
  identity.db
    .withTables<{ identity_email: { account_id: string; verified: number } }>()
    .updateTable('identity_email')
    .set({ verified: 1 })
    .where('account_id', '=', localId)
    .execute();

const lookUp = async (identity: TestIdentity, idToken: unknown) => {
  const { body } = await identity.post('/v1/accounts:lookup', { idToken });
  const [user] = body.users as Record<string, unknown>[];
  return user ?? {};
};
const providersOf = (user: Record<string, unknown>) =>
  (user.providerUserInfo as { providerId: string }[]).map(({ providerId }) => providerId);
const signInProviderOf = (idToken: unknown) =>
  (decodeJwt(String(idToken)).firebase as { sign_in_provider: string }).sign_in_provider;

onBothDatabases([identityMigrations], (open) => {
  test('[IDP-03] of 20 requests at once with one new identity one makes the account, all are let in', async () => {
    await using identity = await openIdentity({ open });
    const answers = await Promise.all(Array.from({ length: 20 }, () => withGoogle(identity, google)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.localId)).size).toBe(1);
    expect(answers.filter(({ body }) => body.isNewUser)).toHaveLength(1);
  });

  test('[IDP-03] a name of Google that cannot be seen is none, and refuses nobody', async () => {
    await using identity = await openIdentity({ open });
    const names = { name: '\u3164\u3164', given_name: '\u200b', family_name: ' ' };
    const { status, body } = await withGoogle(identity, { ...google, ...names });
    expect(status).toBe(200);
    for (const name of ['displayName', 'fullName', 'firstName', 'lastName'])
      expect(body).not.toHaveProperty(name);
    expect(await lookUp(identity, body.idToken)).not.toHaveProperty('displayName');
  });

  test('[IDP-03] of two new identities with one address at once, both end in one account', async () => {
    await using identity = await openIdentity({ open });
    const answers = await Promise.all(
      ['1', '2', '3', '4'].map((sub) => withGoogle(identity, { ...google, sub })),
    );
    expect(new Set(answers.map(({ body }) => body.localId)).size).toBe(1);
    const last = await withGoogle(identity, { ...google, sub: '5' });
    expect(last.body).toMatchObject({ emailRecycled: true });
    expect(await lookUp(identity, last.body.idToken)).toMatchObject({ providerUserInfo: [{ rawId: '5' }] });
  });

  test('[IDP-03] while an account registers with the address, either way there is one', async () => {
    await using identity = await openIdentity({ open });
    const [registered, signedIn] = await Promise.all([
      identity.post('/v1/accounts:signUp', { email, password }),
      withGoogle(identity, google),
    ]);
    expect(signedIn).toMatchObject(fine);
    if (registered.status === 200) expect(registered.body.localId).toBe(signedIn.body.localId);
    else expect(registered).toMatchObject(refusal('EMAIL_EXISTS'));
  });

  test('[IDP-03] an address nobody had confirmed is reclaimed: a stranger’s password and sessions end, the owner is told', async () => {
    await using identity = await openIdentity({ open });
    const stranger = await signUp(identity, { email, password, displayName: 'Stranger' });
    const owner = await withGoogle(identity, google);
    expect(owner.body).toMatchObject({ localId: stranger.localId, emailVerified: true });
    expect(await lookUp(identity, owner.body.idToken)).toMatchObject({ displayName: google.name });
    expect(await identity.post('/v1/accounts:lookup', { idToken: stranger.idToken })).toMatchObject(
      refusal('TOKEN_EXPIRED'),
    );
    const refresh = { grant_type: 'refresh_token', refresh_token: stranger.refreshToken };
    expect(await identity.post('/v1/token', refresh)).toMatchObject(refusal('TOKEN_EXPIRED'));
    expect(await identity.post('/v1/accounts:signInWithPassword', { email, password })).toMatchObject(
      refusal('INVALID_PASSWORD'),
    );
    expect((await identity.sentMails()).map(({ to }) => to)).toEqual([email]);
  });

  test('[IDP-03] who confirmed the address keeps password and sessions, and is told of the link', async () => {
    await using identity = await openIdentity({ open });
    const person = await signUp(identity);
    await confirmEmail(identity, person.localId);
    const answer = await withGoogle(identity, google);
    expect(answer.body).toMatchObject({ localId: person.localId });
    expect(providersOf(await lookUp(identity, person.idToken))).toEqual(['password', 'google.com']);
    expect(await identity.post('/v1/accounts:signInWithPassword', { email, password })).toMatchObject(fine);
    const [mail] = await identity.sentMails();
    expect(mail).toMatchObject({ to: email, subject: 'Google was linked to your Blood Buddies account' });
  });

  test('[IDP-16] a stranger who may still take their own address back gets nothing by Google’s word for another', async () => {
    await using identity = await openIdentity({ open });
    const stranger = await signUp(identity, { email: 'stranger@example.com', password });
    const moved = await identity.post('/v1/accounts:update', { idToken: stranger.idToken, email });
    expect(moved).toMatchObject(fine);
    const { body } = await withGoogle(identity, google);
    expect(body).toMatchObject({ isNewUser: true, email, idToken: expect.any(String) });
    expect(body.localId).not.toBe(stranger.localId);
    expect(await lookUp(identity, moved.body.idToken)).not.toHaveProperty('email');
  });

  test('[IDP-16] an unverified address of another account: confirmation is asked for, and the pending token links later', async () => {
    await using identity = await openIdentity({ open });
    const person = await signUp(identity);
    const answer = await withGoogle(identity, { ...google, email_verified: false });
    expect(answer.body).toMatchObject({
      needConfirmation: true,
      localId: person.localId,
      verifiedProvider: [],
    });
    const { pendingToken } = answer.body;
    const body = { requestUri: 'http://localhost:3000', pendingToken, idToken: person.idToken };
    const linked = await identity.post('/v1/accounts:signInWithIdp', body);
    expect(linked).toMatchObject({
      ...fine,
      body: { localId: person.localId, federatedId: 'https://accounts.google.com/21' },
    });
    expect(providersOf(await lookUp(identity, linked.body.idToken))).toEqual(['password', 'google.com']);
    expect(
      await identity.post('/v1/accounts:signInWithIdp', { ...body, pendingToken: 'x.y.z' }),
    ).toMatchObject(refusal('INVALID_PENDING_TOKEN'));
  });

  test('a pending token is good for an hour', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { pendingToken } = (await withGoogle(identity, google)).body;
    const body = { requestUri: 'http://localhost:3000', pendingToken };
    expect(await identity.post('/v1/accounts:signInWithIdp', body)).toMatchObject(fine);
    now += minutes(60);
    expect(await identity.post('/v1/accounts:signInWithIdp', body)).toMatchObject(
      refusal('INVALID_PENDING_TOKEN'),
    );
  });

  test('[IDP-03] linking: somebody else’s identity, a second identity, an old sign-in', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    await withGoogle(identity, { sub: '1' });
    const { idToken } = await signUp(identity);
    const link = (claims: TestClaims) =>
      withGoogle(identity, claims, { idToken, returnIdpCredential: false });
    expect(await link({ sub: '1' })).toMatchObject(refusal('FEDERATED_USER_ID_ALREADY_LINKED'));
    const answers = await Promise.all([link({ sub: '2' }), link({ sub: '3' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(refusal('PROVIDER_ALREADY_LINKED'));
    now += minutes(5) + 1;
    expect(await link({ sub: '4' })).toMatchObject(refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'));
  });

  test('[IDP-03] linking is no new sign-in: the session is as old as the one it came from', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { idToken } = await signUp(identity);
    now += minutes(4);
    const linked = await withGoogle(identity, { sub: '1' }, { idToken });
    const claims = (token: unknown) => decodeJwt(String(token));
    expect(claims(linked.body.idToken).auth_time).toBe(claims(idToken).auth_time);
    expect(signInProviderOf(linked.body.idToken)).toBe('google.com');
  });

  test('[IDP-03] an anonymous account becomes a lasting one', async () => {
    await using identity = await openIdentity({ open, settings: { anonymous: true } });
    const { idToken, localId } = await signUp(identity, { returnSecureToken: true });
    const linked = await withGoogle(identity, google, { idToken });
    expect(linked.body).toMatchObject({ localId, email, emailVerified: true });
    expect(decodeJwt(String(linked.body.idToken))).not.toHaveProperty('provider_id');
  });

  test('[IDP-06] unlinking Google ends what came in by it elsewhere, and the caller goes on by what is left', async () => {
    await using identity = await openIdentity({ open });
    const person = await signUp(identity);
    const linked = await withGoogle(identity, google, { idToken: person.idToken });
    const elsewhere = await withGoogle(identity, google);
    const { idToken, refreshToken } = linked.body;
    const answer = await identity.post('/v1/accounts:update', { idToken, deleteProvider: ['google.com'] });
    expect(providersOf(answer.body)).toEqual(['password']);

    expect(await identity.post('/v1/accounts:lookup', { idToken: elsewhere.body.idToken })).toMatchObject(
      refusal('TOKEN_EXPIRED'),
    );
    expect(await identity.post('/v1/accounts:lookup', { idToken: person.idToken })).toMatchObject(fine);
    const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken };
    const { body } = await identity.post('/v1/token', refresh);
    expect(signInProviderOf(body.id_token)).toBe('password');
    expect(decodeJwt(String(body.id_token)).firebase).toMatchObject({ identities: { email: [email] } });
    expect(decodeJwt(String(body.id_token)).firebase).not.toHaveProperty('identities.google.com');
  });

  test('[IDP-12] unlinking needs a recent sign-in', async () => {
    let now = Date.now();
    await using identity = await openIdentity({ open, clock: () => now });
    const { idToken } = (await withGoogle(identity, google)).body;
    now += minutes(5) + 1;
    const update = (body: object) => identity.post('/v1/accounts:update', { idToken, ...body });
    for (const gone of [
      { deleteProvider: ['google.com'] },
      { deleteProvider: ['phone'] },
      { deleteAttribute: ['EMAIL'] },
    ]) {
      expect(await update(gone)).toMatchObject(refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN'));
    }
  });

  test('[IDP-06] a way in is not changed and dropped in one call, and none is by a session that ended', async () => {
    await using identity = await openIdentity({ open });
    const { idToken } = (await withGoogle(identity, google)).body;
    const both = { idToken, password: 'another pass 2', deleteProvider: ['google.com'] };
    expect(await identity.post('/v1/accounts:update', both)).toMatchObject({ status: 400 });
    expect(providersOf(await lookUp(identity, idToken))).toEqual(['google.com']);
    const [changed, unlinked] = await Promise.all([
      identity.post('/v1/accounts:update', { idToken, password: 'another pass 2' }),
      identity.post('/v1/accounts:update', { idToken, deleteProvider: ['google.com'] }),
    ]);
    expect(changed).toMatchObject(fine);
    const left = providersOf(await lookUp(identity, changed.body.idToken));
    expect(left.includes('google.com')).toBe(unlinked.status !== 200);
  });

  test('[IDP-06] an account that gives up its address is found by it no more', async () => {
    await using identity = await openIdentity({ open });
    const { idToken } = (await withGoogle(identity, google)).body;
    const answer = await identity.post('/v1/accounts:update', { idToken, deleteAttribute: ['EMAIL'] });
    expect(answer.body).not.toHaveProperty('email');
    expect(await signUp(identity)).not.toMatchObject({ localId: answer.body.localId });
    expect((await withGoogle(identity, google)).body).toMatchObject({ localId: answer.body.localId });
  });

  test('[IDP-12] re-authentication makes no account and links nothing', async () => {
    await using identity = await openIdentity({ open });
    const person = await signUp(identity);
    await confirmEmail(identity, person.localId);
    const unknown = await withGoogle(identity, google, { autoCreate: false });
    expect(unknown).toMatchObject(refusal('USER_NOT_FOUND'));
    expect(providersOf(await lookUp(identity, person.idToken))).toEqual(['password']);
  });
});

test('[IDP-03] a token asked for with a nonce is good only with the text behind it', async () => {
  await using identity = await openIdentity();
  const nonce = randomUUID();
  const claims = { ...google, nonce: nonceClaim(nonce) };
  const invalid = refusal('MISSING_OR_INVALID_NONCE');
  expect(await withGoogle(identity, claims)).toMatchObject(invalid);
  expect(await withGoogle(identity, claims, { nonce: 'another' })).toMatchObject(invalid);
  expect(await withGoogle(identity, claims, { nonce: nonceClaim(nonce) })).toMatchObject(invalid);
  expect(await withGoogle(identity, google, { nonce })).toMatchObject(invalid);
  expect(await withGoogle(identity, claims, { nonce })).toMatchObject(fine);
});

test.each([
  ['another audience', { $aud: 'another-client' }],
  ['expired', { $expired: true }],
  ['another issuer', { $iss: 'https://accounts.google.com' }],
  ['no signature', { $algNone: true }],
  ['another content', { $tamper: true }],
  ['nobody', { sub: '' }],
])('[IDP-03] a token is refused: %s', async (_what, wrong) => {
  await using identity = await openIdentity();
  expect(await withGoogle(identity, { ...google, ...wrong })).toMatchObject(refusedToken);
});

test('[IDP-03] a token works again for 10 minutes, so that a client can link it, and is refused when it is older', async () => {
  let now = Date.now();
  await using identity = await openIdentity({ clock: () => now });
  const iat = Math.floor(now / 1000);
  const sent = { ...google, iat, exp: iat + 3600 };
  expect(await withGoogle(identity, sent)).toMatchObject(fine);
  now = iat * 1000 + minutes(10);
  expect(await withGoogle(identity, sent)).toMatchObject(fine);
  now += 1000;
  expect(await withGoogle(identity, sent)).toMatchObject(refusedToken);
});

test.each([
  ['gmail.com', { email: 'rahima@gmail.com' }, true],
  ['gmail.com in another case', { email: 'Rahima@Gmail.com' }, true],
  ['a domain that Google hosts', { email, hd: 'example.com' }, true],
  ['any other domain', { email }, false],
  ['an empty hosted domain', { email, hd: '' }, false],
  ['a domain that ends like gmail.com', { email: 'rahima@notgmail.com' }, false],
  ['a domain below gmail.com', { email: 'rahima@gmail.com.example.org' }, false],
])(
  '[IDP-03] Google proves an address only where it is the authority for it: %s',
  async (_what, claims, proves) => {
    await using identity = await openIdentity({ google: ownGoogleSetting });
    const arriving = { ...google, ...claims, $iss: 'https://accounts.google.com' };
    const stranger = await signUp(identity, { email: claims.email, password });
    const { body } = await withGoogle(identity, arriving);
    expect(body).toMatchObject(
      proves
        ? { emailVerified: true }
        : { needConfirmation: true, emailVerified: false, localId: stranger.localId },
    );
    const signIn = await identity.post('/v1/accounts:signInWithPassword', { email: claims.email, password });
    expect(signIn.status).toBe(proves ? 400 : 200);
  },
);

test('[IDP-03] who comes new with an address that Google is not the authority for has yet to confirm it', async () => {
  await using identity = await openIdentity({ google: ownGoogleSetting });
  const { body } = await withGoogle(identity, { ...google, $iss: 'https://accounts.google.com' });
  expect(body).toMatchObject({ isNewUser: true, emailVerified: false });
  expect(decodeJwt(String(body.idToken))).toMatchObject({ email, email_verified: false });
});

test('[IDP-03] what may be sent, and how', async () => {
  await using identity = await openIdentity();
  const id_token = await googleIdToken(google);
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const call = (body: object) => identity.post('/v1/accounts:signInWithIdp', body);
  const requestUri = 'http://localhost:3000';
  const all = form({ id_token, providerId: 'google.com' });
  expect(await call({ requestUri: `${requestUri}?${all}` })).toMatchObject(fine);
  expect(await call({ requestUri: `${requestUri}#${all}` })).toMatchObject(fine);
  expect(await call({ postBody: all })).toMatchObject(refusal('MISSING_REQUEST_URI'));
  expect(await call({ postBody: all, requestUri: '/login' })).toMatchObject(refusal('INVALID_REQUEST_URI'));
  expect(await call({ requestUri, postBody: form({ id_token }) })).toMatchObject({
    body: { error: { message: expect.stringMatching(/^INVALID_CREDENTIAL_OR_PROVIDER_ID/) } },
  });
  expect(await call({ requestUri, postBody: form({ id_token, providerId: 'facebook.com' }) })).toMatchObject(
    refusal('OPERATION_NOT_ALLOWED'),
  );
  const access = form({ access_token: 'x', providerId: 'google.com' });
  expect(await call({ requestUri, postBody: access })).toMatchObject(
    refusal('INVALID_IDP_RESPONSE : id_token is missing'),
  );
});

test('[IDP-03] what Google tells of the person comes through as the protocol names it', async () => {
  await using identity = await openIdentity();
  const { body } = await withGoogle(identity, {
    ...google,
    email: 'Rahima@Example.com',
    given_name: 'Rahima',
    family_name: 'Khatun',
    picture: 'https://example.com/r.png',
  });
  expect(body).toMatchObject({
    kind: 'identitytoolkit#VerifyAssertionResponse',
    email,
    fullName: 'Rahima Khatun',
    firstName: 'Rahima',
    lastName: 'Khatun',
    photoUrl: 'https://example.com/r.png',
  });
  expect(JSON.parse(String(body.rawUserInfo))).toMatchObject({
    id: '21',
    email,
    verified_email: true,
    granted_scopes: expect.stringContaining('userinfo.email'),
  });
});
