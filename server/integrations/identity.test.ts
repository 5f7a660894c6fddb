import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { codeOf } from '#platform/testing/error-code.ts';
import { createFirebaseIdentity, createIdentity } from './identity.ts';

const project = 'donors-of-dhaka';
const claims = { sub: 'uid-1', email: 'Rahima@Example.org' };

type Key = Awaited<ReturnType<typeof newKey>>;

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, publicKey, privateKey, published: { ...(await exportJWK(publicKey)), kid, alg: 'RS256' } };
}

/** Creates the adapter for hosted Firebase, which publishes these keys. */
function firebase(keys: Key[]) {
  const requests: string[] = [];
  const fetchKeys: typeof fetch = async (input) => {
    requests.push(String(input instanceof Request ? input.url : input));
    return Response.json({ keys: keys.map(({ published }) => published) });
  };
  return { requests, identity: createFirebaseIdentity(project, fetchKeys) };
}

const sign = ({ kid, privateKey }: Key, payload: JWTPayload = {}) =>
  new SignJWT({ ...claims, ...payload })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuedAt()
    .setIssuer(payload.iss ?? `https://securetoken.google.com/${project}`)
    .setAudience(String(payload.aud ?? project))
    .setExpirationTime(payload.exp ?? '1 hour')
    .sign(privateKey);

test('verifies tokens of the hosted service with the keys that Google publishes', async () => {
  const key = await newKey('one');
  const { requests, identity } = firebase([key]);
  expect(await identity.verify(await sign(key))).toMatchObject({ id: 'uid-1', email: 'rahima@example.org' });
  expect(await identity.verify(await sign(key))).toMatchObject({ id: 'uid-1' });
  expect(requests).toEqual([
    'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
  ]);
});

test('treats only `email_verified: true` as a verified address', async () => {
  const key = await newKey('one');
  const { identity } = firebase([key]);
  for (const [claim, emailVerified] of [
    [true, true],
    [false, false],
    [undefined, false],
    ['true', false],
    [1, false],
  ])
    expect(await identity.verify(await sign(key, { email_verified: claim }))).toMatchObject({
      emailVerified,
    });
});

test('rejects tokens of another project, issuer or key, and unsigned or forged ones', async () => {
  const key = await newKey('one');
  const { identity } = firebase([key]);
  const invalidTokens = [
    await sign(key, { aud: 'another-project' }),
    await sign(key, { iss: 'https://securetoken.google.com/another-project' }),
    await sign(key, { iss: 'http://localhost:3000/identity/blood-buddies' }),
    await sign({ ...(await newKey('one')), kid: 'one' }),
    await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .setIssuedAt()
      .setIssuer(`https://securetoken.google.com/${project}`)
      .setAudience(project)
      .setExpirationTime('1 hour')
      .sign(new TextEncoder().encode(await exportSPKI(key.publicKey))),
  ];
  for (const token of invalidTokens) expect(await codeOf(identity.verify(token))).toBe('credentials-refused');
  const unsigned = new UnsecuredJWT(claims).setIssuedAt().setExpirationTime('1 hour').encode();
  expect(await codeOf(identity.verify(unsigned))).toMatch(/^(credentials-refused|not-signed-in)$/);
});

test('rejects an expired token with not-signed-in', async () => {
  const key = await newKey('one');
  const { identity } = firebase([key]);
  const yesterday = Math.floor(Date.now() / 1000) - 86_400;
  expect(await codeOf(identity.verify(await sign(key, { exp: yesterday })))).toBe('not-signed-in');
});

test('returns unavailable, not a rejection, when Google cannot be reached', async () => {
  const key = await newKey('one');
  const identity = createFirebaseIdentity(project, async () => new Response('', { status: 503 }));
  expect(await codeOf(identity.verify(await sign(key)))).toBe('unavailable');
});

test('asks our own provider whether a session is active, reports its failure as unavailable, and never asks hosted Firebase', async () => {
  const requests: string[] = [];
  const responses = [
    Response.json({ active: false }),
    Response.json({ active: true, signedInAt: 7 }),
    new Response('', { status: 500 }),
  ];
  const own = createIdentity({
    issuer: 'https://site.example/identity/x',
    audience: 'x',
    jwksUrl: 'https://site.example/keys',
    algorithms: ['ES256'],
    fetch: async (input, init) => {
      requests.push(`${input} ${init?.body}`);
      return responses.shift() as Response;
    },
    administration: { accounts: 'https://site.example/accounts', token: 't' },
  });
  const session = { userId: 'u', sessionId: 's' };
  expect(await own.findActiveSession(session)).toBeUndefined();
  expect(requests).toEqual(['https://site.example/accounts:lookupSession {"localId":"u","sessionId":"s"}']);
  expect(await own.findActiveSession(session)).toEqual({ signedInAt: 7 });
  expect(await codeOf(own.findActiveSession(session))).toBe('unavailable');

  const hosted = firebase([]);
  expect(await hosted.identity.findActiveSession({ ...session, sessionId: undefined })).toEqual({});
  expect(hosted.requests).toEqual([]);
});

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Signs a logout token as our own provider does.
 * @param options `without` omits a claim
 */
function createLogoutToken(key: Key, changes: JWTPayload = {}, { typ = 'logout+jwt', without = '' } = {}) {
  const claimSet: JWTPayload = {
    sub: 'uid-1',
    jti: '1',
    sids: ['s1', 's2'],
    events: { [logoutEvent]: {} },
    ...changes,
  };
  delete claimSet[without];
  return new SignJWT(claimSet)
    .setProtectedHeader({ alg: 'RS256', kid: key.kid, typ })
    .setIssuedAt()
    .setIssuer(`https://securetoken.google.com/${project}`)
    .setAudience(String(changes.aud ?? project))
    .setExpirationTime(changes.exp ?? '2 minutes')
    .sign(key.privateKey);
}

test('returns the sessions of a logout token, which is no ID token', async () => {
  const key = await newKey('one');
  const { identity } = firebase([key]);
  expect(await identity.readLogoutToken(await createLogoutToken(key))).toEqual(['s1', 's2']);
  expect(await codeOf(identity.verify(await createLogoutToken(key)))).toBe('credentials-refused');
});

test('rejects other tokens as logout tokens', async () => {
  const key = await newKey('one');
  const { identity } = firebase([key]);
  const invalidTokens = [
    await sign(key),
    await sign(key, { jti: '1', sids: ['s1'], events: { [logoutEvent]: {} } }),
    await createLogoutToken(key, { aud: 'another-project' }),
    await createLogoutToken(key, { nonce: 'n' }),
    await createLogoutToken(key, { events: { other: {} } }),
    await createLogoutToken(key, { sids: 's1' }),
    await createLogoutToken(key, {}, { typ: 'at+jwt' }),
    await createLogoutToken(key, {}, { without: 'sids' }),
    await createLogoutToken(key, {}, { without: 'events' }),
    await createLogoutToken(key, {}, { without: 'jti' }),
    await createLogoutToken({ ...(await newKey('one')), kid: 'one' }),
  ];
  for (const token of invalidTokens)
    expect(await codeOf(identity.readLogoutToken(token))).toBe('credentials-refused');
  const expired = createLogoutToken(key, { exp: Math.floor(Date.now() / 1000) - 1 });
  expect(await codeOf(identity.readLogoutToken(await expired))).toBe('not-signed-in');
});
