import { lockAccount } from '../accounts/repository.ts';
import { identityError } from '../http/errors.ts';
import type { Call, Services } from '../services.ts';
import { completeSignIn, describeSignIn } from '../sessions/complete-sign-in.ts';
import { claimToken, readOneTimeToken, signOneTimeToken } from './one-time-token.ts';
import { findPasskey, findPasskeys, recordPasskeyUse } from './repository.ts';
import { invalid, loadWebAuthn, readCredential, rpIdOf, verifyAssertion } from './verify.ts';

/** `accounts:startPasskeySignIn`: options for `navigator.credentials.get`, the same for everybody. */
export async function startPasskeySignIn(services: Services) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(services.site),
    challenge: await signOneTimeToken(services, 'passkey-sign-in', {}),
    userVerification: 'required',
  });
  return { options };
}

/** `accounts:finishPasskeySignIn`: verifies the passkey and returns a custom token, which the SDK exchanges. */
export async function finishPasskeySignIn(services: Services, { fields }: Call) {
  const { db, clock } = services;
  const passkey = await findPasskey(db, readCredential(fields).id);
  if (!passkey) throw identityError('PASSKEY_NOT_FOUND', 'This passkey no longer exists.');
  const { account_id: accountId, credential_id: credentialId, id: passkeyId } = passkey;
  const { challenge, verified: counter } = await verifyAssertion(services, fields, passkey);
  await db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    if (account.disabled === 1) throw identityError('USER_DISABLED');
    if (!(await claimToken(trx, challenge))) throw invalid();
    if (!(await recordPasskeyUse(trx, { credentialId, counter, now: clock() }))) throw invalid();
  });
  return { customToken: await signOneTimeToken(services, 'custom-token', { accountId, passkeyId }) };
}

/** `accounts:signInWithCustomToken`. A verified passkey counts as both factors: the device and its PIN or biometrics. */
export async function signInWithCustomToken(services: Services, { fields }: Call) {
  const text = fields.required('token', 'MISSING_CUSTOM_TOKEN');
  const token = await readOneTimeToken(services, 'custom-token', text);
  const { accountId, passkeyId } = token ?? {};
  if (!token || !accountId || !passkeyId) throw invalidToken();
  const now = services.clock();
  const result = await services.db.transaction().execute(async (trx) => {
    const signIn = { accountId, provider: 'passkey', passkeyId, now };
    const signInResult = await completeSignIn(trx, signIn);
    const passkeys = await findPasskeys(trx, accountId);
    const isRemoved = !passkeys.some(({ id }) => id === passkeyId);
    if (isRemoved || !(await claimToken(trx, token))) throw invalidToken();
    return signInResult;
  });
  const signedIn = await describeSignIn(services, result);
  return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser: false, ...signedIn };
}

const invalidToken = () =>
  identityError('INVALID_CUSTOM_TOKEN', 'The custom token expired, was used or is not ours.');
