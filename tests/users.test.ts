import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthenticator } from '#providers/identity/testing/authenticator.ts';
import { runToEnd } from './process.ts';
import {
  addAppointment,
  createPaymentIntent,
  createTestApp,
  daysFromNow,
  filledForm,
  type Member,
  payByCard,
  type RequestOptions,
  type TestApp,
  uploadPicture,
} from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const putUser = async (email: unknown, token?: string) => {
  const response = await app.send('PUT', '/api/user', { json: { email }, token });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

test('[API-01] exchanges an identity token for an access token, with upsertedId the first time only', async () => {
  const json = { email: 'first@example.org', password: 'correct horse', returnSecureToken: true };
  const signUp = await app.callIdentity('signUp', json);
  const { idToken, localId } = (await signUp.json()) as { idToken: string; localId: string };
  expect(await putUser('first@example.org', idToken)).toEqual({
    status: 200,
    body: {
      token: expect.any(String),
      result: { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedId: localId },
    },
  });
  const again = await putUser('FIRST@example.org', idToken);
  expect(again.body.result).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 });
});

test('stores the language of the last sign-in for emails', async () => {
  const { email, idToken, token } = await app.register();
  const readLanguage = async () => (await app.callApi({ token }, 'GET', '/user/export')).body.user.language;
  const signIn = async (language?: string) => {
    const headers = language ? { 'Accept-Language': language } : undefined;
    const response = await app.send('PUT', '/api/user', { json: { email }, token: idToken, headers });
    const { result } = (await response.json()) as { result: object };
    expect(result).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 });
  };
  expect(await readLanguage()).toBeUndefined();
  await signIn('bn-BD,en;q=0.5');
  expect(await readLanguage()).toBe('bn');
  await signIn();
  await signIn('de, bn');
  expect(await readLanguage()).toBe('bn');
  await signIn('en');
  expect(await readLanguage()).toBe('en');
});

describe('PUT /user rejects', () => {
  test("another person's email: 403", async () => {
    const { idToken } = await app.register();
    expect((await putUser('someone@example.org', idToken)).status).toBe(403);
  });

  test('an unauthorized call with 401 or 403, even if other parts are invalid', async () => {
    const { idToken, token } = await app.register();
    const statusOf = async (authorization: string | undefined, options: RequestOptions) =>
      (await app.send('PUT', '/api/user', { token: authorization, ...options })).status;
    for (const options of [
      {},
      { json: {} },
      { body: '{', headers: { 'Content-Type': 'application/json' } },
    ]) {
      expect(await statusOf(undefined, options)).toBe(401);
      expect(await statusOf('not.a.token', options)).toBe(401);
      expect(await statusOf(token, options)).toBe(403);
      expect(await statusOf(`${idToken.slice(0, -8)}AAAAAAAA`, options)).toBe(403);
    }
  });

  test('a body without an email: 422', async () => {
    const { idToken } = await app.register();
    expect(await putUser(undefined, idToken)).toMatchObject({
      status: 422,
      body: { error: { fields: { email: expect.any(String) } } },
    });
    expect((await putUser('no address', idToken)).status).toBe(422);
  });
});

test('[OUT-02] responds 403 to a revoked access token and 401 to another scheme', async () => {
  const { email, token } = await app.register();
  expect((await app.send('DELETE', '/api/session', { token })).status).toBe(204);
  expect((await app.send('GET', `/api/appointments?email=${email}`, { token })).status).toBe(403);
  expect((await app.send('DELETE', '/api/session', { token })).status).toBe(403);
  const basic = { headers: { Authorization: 'Basic abc' } };
  expect((await app.send('GET', `/api/appointments?email=${email}`, basic)).status).toBe(401);
});

test('exports all data of one member and no others', async () => {
  const [member, other] = [await app.register(), await app.register()];
  await addAppointment(app, other);
  const id = await addAppointment(app, member);
  const response = await app.send('GET', '/api/user/export', { token: member.token });
  expect(await response.json()).toMatchObject({
    user: { _id: member.userId, email: member.email },
    appointments: [{ _id: id }],
    photos: [],
    reportedPhotos: [],
    sessions: [{ createdAt: expect.any(String) }],
  });
});

test('exports roles, shifts and own log entries of a member of the staff, without the data of others', async () => {
  const [owner, member] = [await app.registerConfirmed(), await app.registerConfirmed()];
  const other = await app.registerConfirmed();
  for (const staff of [owner, other]) app.giveRole(staff, 'owner');
  const invitation = { email: member.email, role: 'moderator' };
  for (const [by, method] of [
    [owner, 'POST'],
    [other, 'DELETE'],
  ] as const)
    expect((await app.callApi(by, method, '/staff/members', invitation)).status).toBeLessThan(300);
  const exportOf = async ({ token }: Member) => (await app.callApi({ token }, 'GET', '/user/export')).body;

  const exported = await exportOf(owner);
  const at = expect.any(String);
  expect(exported.staff).toEqual({
    roles: [{ role: 'owner' }],
    shifts: [{ startedAt: at, endsAt: at }],
    actions: [{ at, role: 'owner', action: 'grant moderator' }],
  });
  expect(JSON.stringify(exported)).not.toContain(member.userId);
  expect((await exportOf(member)).staff).toEqual({ roles: [], shifts: [], actions: [] });
});

test("exports the identity provider's data of the member", async () => {
  const member = await app.register();
  const json = { idToken: member.idToken, displayName: 'Rahim Uddin' };
  const updated = await app.callIdentity('update', json);
  expect(updated.status).toBe(200);
  const response = await app.send('GET', '/api/user/export', { token: member.token });
  const { user, identity } = (await response.json()) as Record<string, object>;
  expect(user).toMatchObject({ _id: member.userId, name: 'Rahim Uddin' });
  expect(identity).toEqual({
    emailVerified: false,
    waysIn: [{ provider: 'password', email: member.email, name: 'Rahim Uddin' }],
    secondFactors: [],
    passkeys: [],
    createdAt: expect.stringMatching(/^20.*Z$/),
    lastSignInAt: expect.stringMatching(/^20.*Z$/),
    signIns: [{ way: 'password', signedInAt: expect.any(String), lastUsedAt: expect.any(String) }],
  });
  await app.signIn(member.email);
  const again = await app.send('GET', '/api/user/export', { token: member.token });
  const { signIns } = ((await again.json()) as { identity: { signIns: object[] } }).identity;
  expect(signIns).toHaveLength(2);
});

test('a sign-in with a passkey counts as two factors for the staff side, and the passkey is exported', async () => {
  const member = await app.registerConfirmed();
  using database = app.openSqlite();
  database.prepare("insert into staff_roles values (?, 'owner', '', 0)").run(member.userId);
  // biome-ignore lint/suspicious/noExplicitAny: each call has different fields.
  const call = async (name: string, json: object): Promise<any> =>
    (await app.callIdentity(name, json)).json();
  const passkey = createAuthenticator({ origin: app.config.publicUrl });
  const { idToken } = member;
  const { options } = await call('startPasskeyEnrollment', { idToken });
  await call('finishPasskeyEnrollment', { idToken, credential: passkey.create(options) });
  const challenge = (await call('startPasskeySignIn', {})).options;
  const { customToken } = await call('finishPasskeySignIn', { credential: passkey.get(challenge) });
  const signedIn = await call('signInWithCustomToken', { token: customToken });
  const { token } = await app.exchange(member.email, signedIn.idToken);

  const hasSecondFactor = async (accessToken: string) =>
    (await app.send('GET', '/api/staff/me', { token: accessToken })).json();
  expect(await hasSecondFactor(token)).toMatchObject({ secondFactor: true, sendsEmail: false });
  expect(await hasSecondFactor(member.token)).toMatchObject({ secondFactor: false });
  const exported = await (await app.send('GET', '/api/user/export', { token })).json();
  const passkeys = [{ addedAt: expect.stringMatching(/Z$/), lastUsedAt: expect.stringMatching(/Z$/) }];
  expect(exported).toMatchObject({ identity: { passkeys } });
});

test('a password of a person with a role adds no second verification method at the identity provider', async () => {
  const member = await app.registerConfirmed();
  const { idToken } = member;
  const passkey = createAuthenticator({ origin: app.config.publicUrl });
  const started = await app.callIdentity('startPasskeyEnrollment', { idToken });
  const { options } = (await started.json()) as { options: Parameters<typeof passkey.create>[0] };
  await app.callIdentity('finishPasskeyEnrollment', { idToken, credential: passkey.create(options) });
  const signIn = await app.callIdentity('signInWithPassword', {
    email: member.email,
    password: 'correct horse',
  });
  const thief = (await signIn.json()) as { idToken: string };
  const addPasskey = async () =>
    (await app.callIdentity('startPasskeyEnrollment', { idToken: thief.idToken })).json();

  expect(await addPasskey()).toMatchObject({
    error: { message: expect.stringMatching(/^EMAIL_LINK_REQUIRED/) },
  });
  using database = app.openSqlite();
  database.prepare("insert into staff_roles values (?, 'door', 'one', 0)").run(member.userId);
  expect(await addPasskey()).toMatchObject({ error: { message: 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN' } });
  database.prepare('delete from identity_passkey where account_id = ?').run(member.userId);
  expect(await addPasskey()).toHaveProperty('options');
});

test('[OUT-03] deletes everything with the account except paid appointments, which are anonymized', async () => {
  const member = await app.register();
  const [paid, unpaid] = [
    await addAppointment(app, member),
    await addAppointment(app, member, { date: daysFromNow(8) }),
  ];
  await payByCard(app, await createPaymentIntent(app, member, paid));
  const open = await createPaymentIntent(app, member, unpaid);

  expect((await app.send('DELETE', '/api/user', { token: member.token })).status).toBe(204);
  expect((await app.send('GET', '/api/user/export', { token: member.token })).status).toBe(403);
  expect(await payByCard(app, open)).toMatchObject({ status: 400 });
  const lookup = await app.callIdentity('lookup', { idToken: member.idToken });
  expect([lookup.status, await lookup.json()]).toMatchObject([400, { error: { message: 'USER_NOT_FOUND' } }]);
  expect((await putUser(member.email, member.idToken)).status).toBe(403);

  const successor = await app.register(member.email);
  const list = await app.send('GET', `/api/appointments?email=${member.email}`, { token: successor.token });
  expect(await list.json()).toEqual([]);
});

test.each([
  [
    'an appointment',
    (email: string) => `/api/appointments?email=${email}&date=${encodeURIComponent(daysFromNow(3))}`,
  ],
  ['a photo', () => '/api/photo'],
])('%s is rejected if it arrives after the account was deleted', async (_, path) => {
  const member = await app.register();
  const picture = await uploadPicture(app, member);
  const options = JSON.stringify({ ...filledForm(member.email), img: picture });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const response = app.send('POST', path(member.email), {
    body: readable,
    token: member.token,
    headers: { 'Content-Type': 'application/json' },
  });
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode(options.slice(0, 10)));
  expect((await app.send('DELETE', '/api/user', { token: member.token })).status).toBe(204);
  await writer.write(new TextEncoder().encode(options.slice(10)));
  await writer.close();
  expect((await response).status).toBe(403);
});

test('[OUT-03] requires a sign-in within five minutes for export and deletion: 409', async () => {
  await using testApp = await createTestApp();
  const { apiKey } = testApp.publicConfig.identity;
  const { email } = await testApp.register();
  const json = { email, password: 'correct horse', returnSecureToken: true };
  const signedIn = await testApp.callIdentity('signInWithPassword', json);
  const { idToken, refreshToken } = (await signedIn.json()) as { idToken: string; refreshToken: string };
  const { token } = await testApp.exchange(email, idToken);
  const callApi = (method: string, path: string, access: string) =>
    testApp.callApi({ token: access }, method, path);
  const tooOld = { status: 409, body: { error: { code: 'recent-sign-in-needed' } } };
  expect(await callApi('GET', '/user/export', token)).toMatchObject({ status: 200 });

  testApp.time.offsetMs += 301_000;
  const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const refreshed = await testApp.send('POST', `/identity/v1/token?key=${apiKey}`, { json: refresh });
  const renewed = ((await refreshed.json()) as { id_token: string }).id_token;
  const exchanged = await Promise.all(
    [idToken, renewed].map((identityToken) => testApp.exchange(email, identityToken)),
  );
  for (const old of [token, ...exchanged.map((response) => response.token)]) {
    expect(await callApi('GET', '/user/export', old)).toMatchObject(tooOld);
    expect(await callApi('DELETE', '/user', old)).toMatchObject(tooOld);
    expect(await callApi('GET', `/appointments?email=${email}`, old)).toMatchObject({ status: 200 });
  }

  const fresh = (await testApp.signIn(email)).token;
  expect(await callApi('GET', '/user/export', fresh)).toMatchObject({ status: 200 });
  expect(await callApi('DELETE', '/user', fresh)).toMatchObject({ status: 204 });
});

test('commands sign a disabled member out, find the member in the log, and need a day to delete the account', async () => {
  const member = await app.register();
  const runCli = (command: string) => run('identity', command, member.email);
  const run = (...words: string[]) => runToEnd('cli/main.ts', words, { DATA_DIR: app.dataDir });
  const list = async (token: string) =>
    (await app.send('GET', `/api/appointments?email=${member.email}`, { token })).status;
  expect(await list(member.token)).toBe(200);

  expect(await runCli('disable')).toMatchObject({ code: 0 });
  expect(await list(member.token)).toBe(403);
  const exchange = { json: { email: member.email }, token: member.idToken };
  expect((await app.send('PUT', '/api/user', exchange)).status).toBe(403);

  expect(await runCli('enable')).toMatchObject({ code: 0 });
  expect((await app.send('PUT', '/api/user', exchange)).status).toBe(403);
  expect(await list((await app.signIn(member.email)).token)).toBe(200);

  // The same email asked twice has one hash, whatever its case.
  const [who, sameWho] = [await run('who', member.email), await run('who', ` ${member.email.toUpperCase()}`)];
  expect(who.output).toMatch(new RegExp(`^${member.email}: [\\w-]{12}\naccount: ${member.userId}\n$`));
  const hashAndId = (output: string) => output.slice(output.indexOf(':'));
  expect(hashAndId(sameWho.output)).toBe(hashAndId(who.output));
  const file = join(app.dataDir, '..', `${member.userId}.json`);
  expect(await run('identity', 'export', member.email, file)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    user: { _id: member.userId, email: member.email },
    identity: { emailVerified: false },
  });
  const again = await run('identity', 'export', member.email, file);
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('Name a new file') });
  rmSync(file);
  expect(await run('identity', 'export', 'nobody@example.org', file)).toMatchObject({ code: 1 });
  expect(existsSync(file)).toBe(false);
  expect(await runCli('delete')).toMatchObject({ code: 1, output: expect.stringContaining('no request') });
  expect(await runCli('request-deletion')).toMatchObject({ code: 0 });
  expect(await runCli('delete')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Another owner'),
  });
  expect(await runCli('withdraw-deletion')).toMatchObject({ code: 0 });
});
