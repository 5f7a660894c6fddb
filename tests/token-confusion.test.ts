import {
  base64url,
  CompactEncrypt,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWTPayload,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type Member, type TestApp } from './test-app.ts';

type Header = Parameters<SignJWT['setProtectedHeader']>[0];
type Forge = (token: string) => Promise<string>;

let app: TestApp;
let member: Member;
let refreshToken: string;
/** The app's own keys. A token that they signed may still be for another recipient. */
let identityKey: CryptoKey;
let publicKey: CryptoKey;
let accessKey: Uint8Array;

beforeAll(async () => {
  app = await createTestApp();
  member = await app.register();
  const jwk = JSON.parse(await app.secret('identity-signing-key-1'));
  identityKey = (await importJWK(jwk, 'ES256')) as CryptoKey;
  const { d: _, ...published } = jwk;
  publicKey = (await importJWK(published, 'ES256', { extractable: true })) as CryptoKey;
  accessKey = new TextEncoder().encode(await app.secret('access-token-key'));
  const signIn = await identity('accounts:signInWithPassword', {
    email: member.email,
    password: 'correct horse',
    returnSecureToken: true,
  });
  refreshToken = ((await signIn.json()) as { refreshToken: string }).refreshToken;
});
afterAll(() => app[Symbol.asyncDispose]());

const identity = (call: string, json: object) =>
  app.send('POST', `/identity/v1/${call}?key=${app.publicConfig.identity.apiKey}`, { json });

/** Routes that accept a token, with the token that each accepts. */
const tokenRoutes = {
  'PUT /api/user': {
    validToken: () => member.idToken,
    call: (token: string) => app.send('PUT', '/api/user', { json: { email: member.email }, token }),
  },
  'GET /api/user/export': {
    validToken: () => member.token,
    call: (token: string) => app.send('GET', '/api/user/export', { token }),
  },
  'accounts:lookup': {
    validToken: () => member.idToken,
    call: (idToken: string) => identity('accounts:lookup', { idToken }),
  },
  'accounts:update': {
    validToken: () => member.idToken,
    call: (idToken: string) => identity('accounts:update', { idToken, displayName: 'Nasrin' }),
  },
} as const;

const isAccess = (token: string) => decodeProtectedHeader(token).alg === 'HS256';

/** Returns the token with other claims or headers, signed with the app's own key. */
async function resign(token: string, claims: JWTPayload, header: Partial<Header> = {}): Promise<string> {
  const signing = new SignJWT({ ...decodeJwt(token), ...claims });
  signing.setProtectedHeader({ ...(decodeProtectedHeader(token) as Header), ...header });
  return signing.sign(isAccess(token) ? accessKey : identityKey, { crit: { x: true } });
}

async function signWithOtherKey(token: string, header: Partial<Header> = {}): Promise<string> {
  const { privateKey, publicKey: own } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(own)), kid: 'mine' };
  const protectedHeader = { ...(decodeProtectedHeader(token) as Header), alg: 'ES256', ...header };
  if ('jwk' in header) protectedHeader.jwk = jwk;
  return new SignJWT(decodeJwt(token)).setProtectedHeader(protectedHeader).sign(privateKey);
}

const withSecret = (token: string, secret: Uint8Array, header: Partial<Header> = {}) =>
  new SignJWT(decodeJwt(token))
    .setProtectedHeader({ ...(decodeProtectedHeader(token) as Header), alg: 'HS256', ...header })
    .sign(secret);

const seconds = () => Math.floor(Date.now() / 1000);

const forgeries: Record<string, Forge> = {
  'no signature at all': async (token) => new UnsecuredJWT(decodeJwt(token)).encode(),
  'alg "none", with the old signature': async (token) => {
    const [, body, signature] = token.split('.');
    return `${base64url.encode('{"alg":"none"}')}.${body}.${signature}`;
  },
  'alg "NonE"': async (token) => `${base64url.encode('{"alg":"NonE"}')}.${token.split('.')[1]}.`,
  'a signature cut off': async (token) => `${token.split('.').slice(0, 2).join('.')}.`,
  'a signature of zeros': async (token) => `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`,
  'HS256 with the public key as its secret': async (token) =>
    withSecret(token, new TextEncoder().encode(await exportSPKI(publicKey))),
  'HS256 with the published JWK as its secret': async (token) =>
    withSecret(token, new TextEncoder().encode(JSON.stringify(await exportJWK(publicKey)))),
  'HS256 with the API key as its secret': (token) =>
    withSecret(token, new TextEncoder().encode(app.publicConfig.identity.apiKey)),
  'HS256 with an empty file as its key': (token) =>
    withSecret(token, new Uint8Array(32), { kid: '../../../../dev/null' }),
  'another key under the same id': (token) => signWithOtherKey(token),
  'a key in its header': (token) => signWithOtherKey(token, { jwk: {} }),
  'a key URL in its header': (token) =>
    signWithOtherKey(token, { jku: 'http://127.0.0.1:9/keys', kid: 'mine' }),
  'a certificate URL in its header': (token) => signWithOtherKey(token, { x5u: 'http://127.0.0.1:9/cert' }),
  'a key id that is a path': (token) => signWithOtherKey(token, { kid: '../../secret.key' }),
  'a key id that is a query': (token) => signWithOtherKey(token, { kid: "x' or '1'='1" }),
  'a key id that every object has': (token) => signWithOtherKey(token, { kid: '__proto__' }),
  'other claims under the old signature': async (token) => {
    const [head, , signature] = token.split('.');
    return `${head}.${base64url.encode(JSON.stringify({ ...decodeJwt(token), sub: 'mallory' }))}.${signature}`;
  },
  'for another audience': (token) => resign(token, { aud: 'another-project' }),
  'for several other audiences': (token) => resign(token, { aud: ['a', 'b'] }),
  'from another issuer': (token) => resign(token, { iss: 'https://securetoken.google.com/blood-buddies' }),
  expired: (token) => resign(token, { iat: seconds() - 7200, exp: seconds() - 3600 }),
  'not valid yet': (token) => resign(token, { nbf: seconds() + 86_400 }),
  'without expiration': (token) => resign(token, { exp: undefined as unknown as number }),
  'an expiration that is not a number': (token) => resign(token, { exp: 'never' as unknown as number }),
  'without a subject': (token) => resign(token, { sub: undefined as unknown as string }),
  'an unknown critical header': (token) => resign(token, {}, { crit: ['x'], x: 1 } as Partial<Header>),
  encrypted: (token) =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify(decodeJwt(token))))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .encrypt(new Uint8Array(32)),
  'a refresh token': async () => refreshToken,
  'the other of the two tokens': async (token) => (isAccess(token) ? member.idToken : member.token),
  'the claims of one under the key of the other': async (token) =>
    isAccess(token)
      ? new SignJWT({ ...decodeJwt(token), aud: 'blood-buddies-api' })
          .setProtectedHeader({
            alg: 'ES256',
            kid: decodeProtectedHeader(member.idToken).kid as string,
            typ: 'at+jwt',
          })
          .sign(identityKey)
      : new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(accessKey),
  'the token twice': async (token) => `${token}.${token}`,
  'the token with an extra letter': async (token) => `${token}A`,
};

test.each(Object.entries(tokenRoutes))(
  '%s accepts only its own kind of token',
  async (_, { validToken, call }) => {
    for (const [label, forge] of Object.entries(forgeries)) {
      const response = await call(await forge(validToken()));
      expect([400, 401, 403], `${label}: ${response.status}`).toContain(response.status);
      expect(await response.text(), label).not.toContain(member.email);
    }
    expect((await call(validToken())).status).toBe(200);
  },
);
