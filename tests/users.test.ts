import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestHouse, type Sent, type TestHouse } from './house.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openTestHouse();
});
afterAll(() => house[Symbol.asyncDispose]());

const put = async (email: unknown, token?: string) => {
  const answer = await house.send('PUT', '/api/user', { json: { email }, token });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

test('[API-01] an identity token is exchanged for an access token; upsertedId is there the first time only', async () => {
  const { apiKey } = house.publicConfig.identity;
  const json = { email: 'first@example.org', password: 'correct horse', returnSecureToken: true };
  const signUp = await house.send('POST', `/identity/v1/accounts:signUp?key=${apiKey}`, { json });
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
  const { email, idToken, token } = await house.register();
  const kept = async () => {
    const { user } = (await (await house.send('GET', '/api/user/export', { token })).json()) as {
      user: { language?: string };
    };
    return user.language;
  };
  const signIn = async (language?: string) => {
    const headers = language ? { 'Accept-Language': language } : undefined;
    const answer = await house.send('PUT', '/api/user', { json: { email }, token: idToken, headers });
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
    const { idToken } = await house.register();
    expect((await put('someone@example.org', idToken)).status).toBe(403);
  });

  test('no token or one that nobody can read: 401', async () => {
    expect((await put('a@example.org')).status).toBe(401);
    expect((await put('a@example.org', 'not.a.token')).status).toBe(401);
  });

  test('an access token in place of an identity token: 403', async () => {
    const { email, token } = await house.register();
    expect((await put(email, token)).status).toBe(403);
  });

  test('forged tokens: other key, other issuer, no signature: 403', async () => {
    const { email, idToken } = await house.register();
    const [head = '', body = ''] = idToken.split('.');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const { privateKey } = await generateKeyPair('ES256');
    const otherKey = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey);
    expect((await put(email, otherKey)).status).toBe(403);
    expect((await put(email, new UnsecuredJWT(claims).encode())).status).toBe(403);
    expect((await put(email, `${head}.${body}.${'A'.repeat(86)}`)).status).toBe(403);
  });

  test('an expired token: 401', async () => {
    await using later = await openTestHouse();
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
    const { idToken, token } = await house.register();
    const refused = async (authorization: string | undefined, sent: Sent) =>
      (await house.send('PUT', '/api/user', { token: authorization, ...sent })).status;
    for (const sent of [{}, { json: {} }, { body: '{', headers: { 'Content-Type': 'application/json' } }]) {
      expect(await refused(undefined, sent)).toBe(401);
      expect(await refused('not.a.token', sent)).toBe(401);
      expect(await refused(token, sent)).toBe(403);
      expect(await refused(`${idToken.slice(0, -8)}AAAAAAAA`, sent)).toBe(403);
    }
  });

  test('a body without an email: 422', async () => {
    const { idToken } = await house.register();
    expect(await put(undefined, idToken)).toMatchObject({
      status: 422,
      body: { error: { fields: { email: expect.any(String) } } },
    });
    expect((await put('no address', idToken)).status).toBe(422);
  });
});

test('[OUT-02] a revoked access token opens nothing: 403', async () => {
  const { email, token } = await house.register();
  expect((await house.send('DELETE', '/api/session', { token })).status).toBe(204);
  expect((await house.send('GET', `/api/appointments?email=${email}`, { token })).status).toBe(403);
  expect((await house.send('DELETE', '/api/session', { token })).status).toBe(403);
});

test('an identity token is no access token: 403; a tampered one neither', async () => {
  const { email, idToken, token } = await house.register();
  const path = `/api/appointments?email=${email}`;
  expect((await house.send('GET', path, { token: idToken })).status).toBe(403);
  const [head, , signature] = token.split('.');
  const claims = Buffer.from(JSON.stringify({ sub: 'other', sid: 'x', exp: 4e9 })).toString('base64url');
  expect((await house.send('GET', path, { token: `${head}.${claims}.${signature}` })).status).toBe(403);
  expect((await house.send('GET', path, { headers: { Authorization: 'Basic abc' } })).status).toBe(401);
});

test('public lists take no notice of a bad token', async () => {
  expect((await house.send('GET', '/api/reviews', { token: 'left.over.token' })).status).toBe(200);
  expect((await house.send('GET', '/api/photo', { token: 'left.over.token' })).status).toBe(200);
});
