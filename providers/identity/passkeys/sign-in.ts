import { inTransaction } from '#platform/database/transaction.ts';
import { minutes } from '#platform/time.ts';
import { findAccount, recordSignIn } from '../accounts/repository.ts';
import { identityError } from '../http/errors.ts';
import { claimTokenUse } from '../schema/repository.ts';
import type { Call, Services } from '../services.ts';
import { issueTokens, startSession } from '../sessions/rules.ts';
import { verifyAssertion } from './assertion.ts';
import { passkeyNotFoundError, readCredential, rpIdOf } from './credential.ts';
import { readOneTimeToken, signOneTimeToken } from './one-time-token.ts';
import { findPasskey, recordPasskeyUse } from './repository.ts';

/** How long the person may take in the browser's dialog. */
const TIMEOUT_MS = minutes(1);

/** `accounts:startPasskeySignIn`: options for `navigator.credentials.get`, the same for everyone. */
export function startPasskeySignIn(services: Services) {
  const challenge = Buffer.from(signOneTimeToken(services, 'passkey-sign-in', {})).toString('base64url');
  return {
    options: { challenge, rpId: rpIdOf(services.site), userVerification: 'required', timeout: TIMEOUT_MS },
  };
}

/**
 * `accounts:finishPasskeySignIn`: verifies the passkey and returns a custom token, which the SDK exchanges.
 */
export async function finishPasskeySignIn(services: Services, { fields }: Call) {
  const passkey = await findPasskey(services.db, readCredential(fields).id);
  if (!passkey) throw passkeyNotFoundError();
  const { challenge, counter } = await verifyAssertion(services, fields, passkey);
  const { account_id: accountId, id: passkeyId, credential_id: credentialId } = passkey;
  const content = { accountId, passkeyId, credentialId, counter, challenge };
  return { customToken: signOneTimeToken(services, 'custom-token', content) };
}

/**
 * `accounts:signInWithCustomToken`. A verified passkey counts as both factors: the device and its PIN or
 * biometrics.
 */
export async function signInWithCustomToken(services: Services, { fields }: Call) {
  const text = fields.required('token', 'MISSING_CUSTOM_TOKEN');
  const token = readOneTimeToken(services, 'custom-token', text);
  if (!token) throw invalidToken();
  const { accountId, passkeyId, credentialId, counter, challenge } = token;
  const { db } = services;
  const account = await findAccount(db, accountId);
  if (!account) throw identityError('USER_NOT_FOUND');
  if (account.disabled === 1) throw identityError('USER_DISABLED');
  const now = services.clock();
  const started = await inTransaction(db, async (trx) => {
    const isValid =
      (await recordSignIn(trx, accountId, now)) &&
      (await recordPasskeyUse(trx, { credentialId, counter, now })) &&
      (await claimTokenUse(trx, { secret: challenge.id, expiresAt: challenge.expiresAt }));
    if (!isValid) throw invalidToken();
    return startSession(trx, {
      accountId,
      provider: 'passkey',
      authTime: now,
      now,
      secondFactor: { kind: 'passkey', id: passkeyId },
      device: { passkey_id: passkeyId, own_device: 0 },
    });
  });
  const tokens = await issueTokens(services, account, started);
  return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser: false, ...tokens };
}

const invalidToken = () =>
  identityError('INVALID_CUSTOM_TOKEN', 'The custom token expired, was used or is not ours.');
