import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runToEnd } from './process.ts';
import {
  addAppointment,
  createPaymentIntent,
  createTestApp,
  daysFromNow,
  filledForm,
  payByCard,
  type Sent,
  type TestApp,
  uploadPicture,
} from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const put = async (email: unknown, token?: string) => {
  const answer = await app.send('PUT', '/api/user', { json: { email }, token });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

test('[API-01] an identity token is exchanged for an access token; upsertedId is there the first time only', async () => {
  const json = { email: 'first@example.org', password: 'correct horse', returnSecureToken: true };
  const signUp = await app.askIdentity('signUp', json);
  const { idToken, localId } = (await signUp.json()) as { idToken: string; localId: string };
  expect(await put('first@example.org', idToken)).toEqual({
    status: 200,
    body: {
      token: expect.any(String),
      result: { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedId: localId },
    },
  });
  const again = await put('FIRST@example.org', idToken);
  expect(again.body.result).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 });
});

test('the language in which a member signs in is kept for mails, until they sign in in another one', async () => {
  const { email, idToken, token } = await app.register();
  const kept = async () => {
    const { user } = (await (await app.send('GET', '/api/user/export', { token })).json()) as {
      user: { language?: string };
    };
    return user.language;
  };
  const signIn = async (language?: string) => {
    const headers = language ? { 'Accept-Language': language } : undefined;
    const answer = await app.send('PUT', '/api/user', { json: { email }, token: idToken, headers });
    const { result } = (await answer.json()) as { result: object };
    expect(result).toEqual({ acknowledged: true, matchedCount: 1, modifiedCount: 0 });
  };
  expect(await kept()).toBeUndefined();
  await signIn('bn-BD,en;q=0.5');
  expect(await kept()).toBe('bn');
  await signIn();
  await signIn('de, bn');
  expect(await kept()).toBe('bn');
  await signIn('en');
  expect(await kept()).toBe('en');
});

describe('PUT /user refuses', () => {
  test("another person's email: 403", async () => {
    const { idToken } = await app.register();
    expect((await put('someone@example.org', idToken)).status).toBe(403);
  });

  test('an expired token: 401', async () => {
    await using later = await createTestApp();
    const { email, idToken } = await later.register();
    const answer = await later.send('PUT', '/api/user', { json: { email }, token: idToken });
    expect(answer.status).toBe(200);
    const { token } = (await answer.json()) as { token: string };
    const list = () => later.send('GET', `/api/appointments?email=${email}`, { token });
    expect((await list()).status).toBe(200);
    later.time.ahead += 3_601_000;
    expect((await list()).status).toBe(401);
  });

  test('who may not call hears that, whatever else is wrong with the call', async () => {
    const { idToken, token } = await app.register();
    const refused = async (authorization: string | undefined, sent: Sent) =>
      (await app.send('PUT', '/api/user', { token: authorization, ...sent })).status;
    for (const sent of [{}, { json: {} }, { body: '{', headers: { 'Content-Type': 'application/json' } }]) {
      expect(await refused(undefined, sent)).toBe(401);
      expect(await refused('not.a.token', sent)).toBe(401);
      expect(await refused(token, sent)).toBe(403);
      expect(await refused(`${idToken.slice(0, -8)}AAAAAAAA`, sent)).toBe(403);
    }
  });

  test('a body without an email: 422', async () => {
    const { idToken } = await app.register();
    expect(await put(undefined, idToken)).toMatchObject({
      status: 422,
      body: { error: { fields: { email: expect.any(String) } } },
    });
    expect((await put('no address', idToken)).status).toBe(422);
  });
});

test('[OUT-02] a revoked access token opens nothing: 403; another scheme is no token: 401', async () => {
  const { email, token } = await app.register();
  expect((await app.send('DELETE', '/api/session', { token })).status).toBe(204);
  expect((await app.send('GET', `/api/appointments?email=${email}`, { token })).status).toBe(403);
  expect((await app.send('DELETE', '/api/session', { token })).status).toBe(403);
  const basic = { headers: { Authorization: 'Basic abc' } };
  expect((await app.send('GET', `/api/appointments?email=${email}`, basic)).status).toBe(401);
});

test('the export holds all of one person and nobody else', async () => {
  const [member, other] = [await app.register(), await app.register()];
  await addAppointment(app, other);
  const id = await addAppointment(app, member);
  const answer = await app.send('GET', '/api/user/export', { token: member.token });
  expect(await answer.json()).toMatchObject({
    user: { _id: member.userId, email: member.email },
    appointments: [{ _id: id }],
    photos: [],
    reportedPhotos: [],
    sessions: [{ createdAt: expect.any(String) }],
  });
});

test('the export holds what the identity provider keeps of the person', async () => {
  const member = await app.register();
  const json = { idToken: member.idToken, displayName: 'Rahim Uddin' };
  const named = await app.askIdentity('update', json);
  expect(named.status).toBe(200);
  const answer = await app.send('GET', '/api/user/export', { token: member.token });
  const { user, identity } = (await answer.json()) as Record<string, object>;
  expect(user).toMatchObject({ _id: member.userId, name: 'Rahim Uddin' });
  expect(identity).toEqual({
    emailVerified: false,
    waysIn: [{ provider: 'password', email: member.email, name: 'Rahim Uddin' }],
    secondFactors: [],
    createdAt: expect.stringMatching(/^20.*Z$/),
    lastSignInAt: expect.stringMatching(/^20.*Z$/),
    signIns: [{ way: 'password', signedInAt: expect.any(String), lastUsedAt: expect.any(String) }],
  });
  await app.signIn(member.email);
  const again = await app.send('GET', '/api/user/export', { token: member.token });
  const { signIns } = ((await again.json()) as { identity: { signIns: object[] } }).identity;
  expect(signIns).toHaveLength(2);
});

test('[OUT-03] deleting the account removes all but paid appointments, which lose their person', async () => {
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
  const lookup = await app.askIdentity('lookup', { idToken: member.idToken });
  expect([lookup.status, await lookup.json()]).toMatchObject([400, { error: { message: 'USER_NOT_FOUND' } }]);

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
])('%s that is still on its way when the account goes is refused', async (_, path) => {
  const member = await app.register();
  const picture = await uploadPicture(app, member);
  const sent = JSON.stringify({ ...filledForm(member.email), img: picture });
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const answer = app.send('POST', path(member.email), {
    body: readable,
    token: member.token,
    headers: { 'Content-Type': 'application/json' },
  });
  const writer = writable.getWriter();
  await writer.write(new TextEncoder().encode(sent.slice(0, 10)));
  expect((await app.send('DELETE', '/api/user', { token: member.token })).status).toBe(204);
  await writer.write(new TextEncoder().encode(sent.slice(10)));
  await writer.close();
  expect((await answer).status).toBe(403);
});

test('[OUT-03] the export and the end of an account need a sign-in of the last five minutes: 409', async () => {
  await using later = await createTestApp();
  const { apiKey } = later.publicConfig.identity;
  const { email } = await later.register();
  const json = { email, password: 'correct horse', returnSecureToken: true };
  const signedIn = await later.askIdentity('signInWithPassword', json);
  const { idToken, refreshToken } = (await signedIn.json()) as { idToken: string; refreshToken: string };
  const { token } = await later.exchange(email, idToken);
  const ask = async (method: string, path: string, access: string) => {
    const answer = await later.send(method, path, { token: access });
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  };
  const tooOld = { status: 409, body: { error: { code: 'recent-sign-in-needed' } } };
  expect(await ask('GET', '/api/user/export', token)).toMatchObject({ status: 200 });

  later.time.ahead += 301_000;
  const refresh = { grant_type: 'refresh_token', refresh_token: refreshToken };
  const refreshed = await later.send('POST', `/identity/v1/token?key=${apiKey}`, { json: refresh });
  const renewed = ((await refreshed.json()) as { id_token: string }).id_token;
  const exchanged = await Promise.all([idToken, renewed].map((known) => later.exchange(email, known)));
  for (const old of [token, ...exchanged.map((answer) => answer.token)]) {
    expect(await ask('GET', '/api/user/export', old)).toMatchObject(tooOld);
    expect(await ask('DELETE', '/api/user', old)).toMatchObject(tooOld);
    expect(await ask('GET', `/api/appointments?email=${email}`, old)).toMatchObject({ status: 200 });
  }

  const fresh = (await later.signIn(email)).token;
  expect(await ask('GET', '/api/user/export', fresh)).toMatchObject({ status: 200 });
  expect(await ask('DELETE', '/api/user', fresh)).toMatchObject({ status: 204 });
});

test('an identity token from before the farewell brings no user back', async () => {
  const member = await app.register();
  expect((await app.send('DELETE', '/api/user', { token: member.token })).status).toBe(204);
  const again = await app.send('PUT', '/api/user', {
    json: { email: member.email },
    token: member.idToken,
  });
  expect(again.status).toBe(403);
});

test('who is locked out by the operator is out at once, and comes back by signing in anew', async () => {
  const member = await app.register();
  const operate = (what: string) =>
    runToEnd('cli/main.ts', ['identity', what, member.email], { DATA_DIR: app.dataDir });
  const list = async (token: string) =>
    (await app.send('GET', `/api/appointments?email=${member.email}`, { token })).status;
  expect(await list(member.token)).toBe(200);

  expect(await operate('disable')).toMatchObject({ code: 0 });
  expect(await list(member.token)).toBe(403);
  const exchange = { json: { email: member.email }, token: member.idToken };
  expect((await app.send('PUT', '/api/user', exchange)).status).toBe(403);

  expect(await operate('enable')).toMatchObject({ code: 0 });
  expect((await app.send('PUT', '/api/user', exchange)).status).toBe(403);
  app.time.ahead += 1000;
  expect(await list((await app.signIn(member.email)).token)).toBe(200);
  app.time.ahead -= 1000;
});
