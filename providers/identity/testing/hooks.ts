import {
  createLocalJWKSet,
  decodeJwt,
  exportSPKI,
  importJWK,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { expect } from 'vitest';
import { actionModes } from '../codes/send.ts';
import { disableUser } from '../manage-users.ts';
import { administer } from './administer.ts';
import { googleIdToken, type TestClaims } from './google-issuer.ts';
import { appCode, extractLink, type TestIdentity } from './test-identity.ts';

/** Steps of a case other than calls. Each returns the values that can be saved. */
const hooks: Record<string, (identity: TestIdentity, hook: Record<string, unknown>) => Promise<object>> = {
  async mail(identity, { to, requestType, expectCount }) {
    const mode = actionModes[requestType as keyof typeof actionModes];
    const links = (await identity.sentEmails(String(to)))
      .map(extractLink)
      .filter((link) => link.searchParams.get('mode') === mode);
    expect(links).toHaveLength(Number(expectCount));
    return { oobCode: links.at(-1)?.searchParams.get('oobCode') };
  },
  async sms(identity, { phoneNumber }) {
    return { code: await identity.textedCode(String(phoneNumber)) };
  },
  async totp({ now, advanceClock }, { secret, next }) {
    if (next) advanceClock(30_000);
    return { code: appCode(String(secret), now()) };
  },
  async googleIdToken({ now }, { claims }) {
    return { idToken: await googleIdToken(claims as TestClaims, now()) };
  },
  async disableUser(identity, { localId }) {
    expect(await administer(identity.db, disableUser, String(localId))).toBeDefined();
    return {};
  },
  async sleep({ advanceClock }, { ms }) {
    advanceClock(Number(ms));
    return {};
  },
  async forgeIdToken(identity, { from, algNone, hs256PublicKey }) {
    const claims = decodeJwt(String(from));
    if (algNone) return { idToken: new UnsecuredJWT(claims).encode() };
    expect(hs256PublicKey).toBe(true);
    const [key] = (await keySet(identity)).keys;
    const publicKey = (await importJWK({ ...key }, 'ES256', { extractable: true })) as CryptoKey;
    const secret = new TextEncoder().encode(await exportSPKI(publicKey));
    const header = { alg: 'HS256', ...(key?.kid && { kid: key.kid }) };
    return { idToken: await new SignJWT(claims).setProtectedHeader(header).sign(secret) };
  },
  async verifyWithJwks(identity, { token, expect: expected }) {
    const set = await keySet(identity);
    const { algIn, noPrivate } = expected as { algIn: string[]; noPrivate: boolean };
    const { protectedHeader } = await jwtVerify(String(token), createLocalJWKSet(set), {
      issuer: identity.issuer,
      audience: identity.projectId,
    });
    expect(algIn).toContain(protectedHeader.alg);
    expect(set.keys.some((key) => 'd' in key)).toBe(!noPrivate);
    return {};
  },
};

export async function runHook(identity: TestIdentity, step: { hook?: string }): Promise<object> {
  const run = hooks[step.hook ?? ''];
  if (!run) throw new Error(`Unknown hook ${step.hook}.`);
  return run(identity, step);
}

async function keySet(identity: TestIdentity): Promise<JSONWebKeySet> {
  return (await identity.app.request('/.well-known/jwks.json')).json();
}
