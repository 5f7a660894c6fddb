import { executeAtomically } from '#platform/database/execute-atomically.ts';
import { changeAccount, findAccount } from '../accounts/repository.ts';
import { identityError } from '../http/errors.ts';
import { claimUse } from '../schema/repository.ts';
import type { Call, Services } from '../services.ts';
import { issueTokens, newSession } from '../sessions/rules.ts';
import { readOneTimeToken, signOneTimeToken } from './one-time-token.ts';
import { findPasskey, recordPasskeyUse } from './repository.ts';
import { loadWebAuthn, readCredential, rpIdOf, verifyAssertion } from './verify.ts';

/** `accounts:startPasskeySignIn`: options for `navigator.credentials.get`, the same for everybody. */
export async function startPasskeySignIn(services: Services) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(services.site),
    challenge: signOneTimeToken(services, 'passkey-sign-in', {}),
    userVerification: 'required',
  });
  return { options };
}

/** `accounts:finishPasskeySignIn`: verifies the passkey and returns a custom token, which the SDK exchanges. */
export async function finishPasskeySignIn(services: Services, { fields }: Call) {
  const passkey = await findPasskey(services.db, readCredential(fields).id);
  if (!passkey) throw identityError('PASSKEY_NOT_FOUND', 'This passkey no longer exists.');
  const { challenge, verified: counter } = await verifyAssertion(services, fields, passkey);
  const { account_id: accountId, id: passkeyId, credential_id: credentialId } = passkey;
  const content = { accountId, passkeyId, credentialId, counter, challenge };
  return { customToken: signOneTimeToken(services, 'custom-token', content) };
}

/** `accounts:signInWithCustomToken`. A verified passkey counts as both factors: the device and its PIN or biometrics. */
export async function signInWithCustomToken(services: Services, { fields }: Call) {
  const text = fields.required('token', 'MISSING_CUSTOM_TOKEN');
  const token = readOneTimeToken(services, 'custom-token', text);
  if (!token) throw invalidToken();
  const { accountId, passkeyId, challenge, ...use } = token;
  const { db } = services;
  const account = await findAccount(db, accountId);
  if (!account) throw identityError('USER_NOT_FOUND');
  if (account.disabled === 1) throw identityError('USER_DISABLED');
  const now = services.clock();
  const { statements, ...started } = newSession(db, {
    ...{ accountId, provider: 'passkey', authTime: now, now },
    secondFactor: { kind: 'passkey', id: passkeyId },
    device: { passkey_id: passkeyId, own_device: 0 },
  });
  const emptyStep = await executeAtomically(db, [
    ['account', changeAccount(db, accountId, { last_login_at: now }).where('disabled', '=', 0)],
    ['passkey', recordPasskeyUse(db, { ...use, now })],
    ['challenge', claimUse(db, { secret: challenge.id, expiresAt: challenge.expiresAt })],
    ...statements,
  ]);
  if (emptyStep) throw invalidToken();
  const tokens = await issueTokens(services, account, started);
  return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser: false, ...tokens };
}

const invalidToken = () =>
  identityError('INVALID_CUSTOM_TOKEN', 'The custom token expired, was used or is not ours.');
