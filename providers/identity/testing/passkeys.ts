import { type Authenticator, createAuthenticator, type Deviation } from './authenticator.ts';
import type { TestIdentity } from './test-identity.ts';
import type { Body } from './test-provider.ts';

/** Adds a new passkey to the account of this token, and returns it with the id that the provider gave it. */
export async function addPasskey(idp: TestIdentity, idToken: unknown) {
  const passkey = createAuthenticator();
  const { options } = await idp.ok('startPasskeyEnrollment', { idToken });
  const enrollment = { idToken, credential: passkey.create(options) };
  return { ...passkey, passkeyId: (await idp.ok('finishPasskeyEnrollment', enrollment)).passkeyId as string };
}

/** Requests a challenge and signs it as a browser would, with deviations. */
export async function signChallenge(idp: TestIdentity, passkey: Authenticator, deviation: Deviation = {}) {
  const { options } = await idp.ok('startPasskeySignIn', {});
  return passkey.get(options, deviation);
}

/** Returns the custom token of a verified passkey. */
export async function verifyPasskey(idp: TestIdentity, passkey: Authenticator): Promise<string> {
  const credential = await signChallenge(idp, passkey);
  return (await idp.ok('finishPasskeySignIn', { credential })).customToken;
}

/** Signs in with a passkey and returns the tokens. */
export const signInWithPasskey = async (idp: TestIdentity, passkey: Authenticator): Promise<Body> =>
  idp.ok('signInWithCustomToken', { token: await verifyPasskey(idp, passkey), returnSecureToken: true });

/** Expects that an account no longer has this passkey. */
export const expectRemoved = async (idp: TestIdentity, passkey: Authenticator) =>
  idp.expectError(/^PASSKEY_NOT_FOUND/, 'finishPasskeySignIn', {
    credential: await signChallenge(idp, passkey),
  });
