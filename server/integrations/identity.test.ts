import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { codeOf } from '#platform/testing/error-code.ts';
import { createFirebaseIdentity } from './identity.ts';

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

test('does not ask hosted Firebase about its accounts', async () => {
  const hosted = firebase([]);
  expect(await hosted.identity.findActiveSession({ userId: 'u', sessionId: undefined })).toEqual({});
  expect(hosted.requests).toEqual([]);
});
