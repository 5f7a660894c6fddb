import type { Authenticator, Deviation } from './authenticator.ts';
import type { TestIdentity } from './test-identity.ts';
import type { Body } from './test-provider.ts';

/** Adds a passkey to the account of this token. */
export async function addPasskey(idp: TestIdentity, idToken: unknown, passkey: Authenticator): Promise<Body> {
  const { options } = await idp.ok('startPasskeyEnrollment', { idToken });
  return idp.ok('finishPasskeyEnrollment', { idToken, credential: passkey.create(options) });
}

/** Requests a challenge and signs it as a browser would, with deviations. */
export async function signChallenge(idp: TestIdentity, passkey: Authenticator, deviation: Deviation = {}) {
  const { options } = await idp.ok('startPasskeySignIn', {});
  return passkey.get(options, deviation);
}

/** Signs in with a passkey and returns the tokens. */
export async function signInWithPasskey(idp: TestIdentity, passkey: Authenticator): Promise<Body> {
  const credential = await signChallenge(idp, passkey);
  const { customToken } = await idp.ok('finishPasskeySignIn', { credential });
  return idp.ok('signInWithCustomToken', { token: customToken, returnSecureToken: true });
}
