import { AppError } from '#platform/errors.ts';
import { type Account, describeAccount, isAnonymous } from '../accounts/account.ts';
import { claimEmail, findAccountByEmail, lockAccount, verifyEmail } from '../accounts/repository.ts';
import { sendNotice } from '../codes/send.ts';
import { identityError } from '../http/errors.ts';
import { requireStrongSession } from '../mfa/strong-session.ts';
import { claimIdentifier } from '../schema/repository.ts';
import type { Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { describeSignIn } from '../sessions/complete-sign-in.ts';
import {
  authenticate,
  continueSession,
  issueTokens,
  requireRecentSignIn,
  touchSession,
} from '../sessions/rules.ts';
import { describeProfile, type GoogleProfile, toGoogleRow, type VerifiedProfile } from './profile.ts';
import { signInWithGoogle } from './sign-in-with-google.ts';
import { verifyAssertion, writePendingToken } from './verify-assertion.ts';

/** Errors returned together with the credential, so that the client can use it for another account. */
const errorsWithCredential = ['FEDERATED_USER_ID_ALREADY_LINKED', 'EMAIL_EXISTS'];

/** `accounts:signInWithIdp`: signs in with Google, or adds Google to the account of `idToken`. */
export async function signInWithIdp(services: Services, call: Call) {
  const { fields } = call;
  const verifiedProfile = await verifyAssertion(services, fields);
  const withCredential = fields.flag('returnIdpCredential');
  const pendingToken = await writePendingToken(services, verifiedProfile);
  const response = {
    ...describeProfile(verifiedProfile),
    oauthAccessToken: verifiedProfile.accessToken ?? pendingToken,
    ...(withCredential && { pendingToken }),
  };
  try {
    const idToken = fields.text('idToken');
    const outcome = idToken
      ? await linkToCaller(services, call, { idToken, verifiedProfile })
      : await signIn(services, call, verifiedProfile);
    return { ...response, ...outcome };
  } catch (error) {
    const isExpected = error instanceof AppError && errorsWithCredential.includes(error.code);
    if (!withCredential || !isExpected) throw error;
    return { ...response, errorMessage: error.message };
  }
}

async function signIn(services: Services, call: Call, { profile }: VerifiedProfile) {
  const mayCreateAccount = !call.fields.has('autoCreate') || call.fields.flag('autoCreate');
  const result = await signInWithGoogle(services, { profile, mayCreateAccount, call });
  if ('needsConfirmation' in result) return describeConfirmation(result.needsConfirmation);
  const { signInResult, isNewUser, emailRecycled } = result;
  const { account } = signInResult;
  return {
    localId: account.id,
    ...(account.email === profile.email && { emailVerified: account.verified === 1 }),
    ...(isNewUser && { isNewUser }),
    ...(emailRecycled && { emailRecycled }),
    ...(await describeSignIn(services, signInResult)),
  };
}

/**
 * Returns the response that neither signs in nor links, because Google has not verified the address of this
 * account, or the account has a second factor.
 */
function describeConfirmation(account: Account) {
  const providers = describeAccount(account).providerUserInfo.map(({ providerId }) => providerId);
  const verifiedProvider = providers.filter((provider) => provider === 'google.com');
  return { needConfirmation: true, localId: account.id, verifiedProvider };
}

/** Links the identity to the caller's account and starts a session with the caller's `auth_time`. */
async function linkToCaller(
  services: Services,
  { language }: Call,
  { idToken, verifiedProfile: { profile } }: { idToken: string; verifiedProfile: VerifiedProfile },
) {
  const caller = await authenticate(services, idToken);
  const { account: known, session } = caller;
  if (!isAnonymous(known)) requireRecentSignIn(services, caller);
  const now = services.clock();
  const { account, started } = await services.db.transaction().execute(async (trx) => {
    const { google_subject: subject, ...before } = await lockAccount(trx, known.id);
    await touchSession(trx, session, now);
    if (subject !== null && subject !== profile.subject) throw identityError('PROVIDER_ALREADY_LINKED');
    const isFree =
      subject === null && (await claimIdentifier(trx, 'identity_google', toGoogleRow(profile, known.id)));
    if (!isFree) throw identityError('FEDERATED_USER_ID_ALREADY_LINKED');
    if (before.email === null) await requireStrongSession(trx, services, caller);
    await updateEmail(trx, before, profile);
    const account = await lockAccount(trx, known.id);
    if (account.email && account.verified === 1) {
      await sendNotice(trx, services, { kind: 'GOOGLE_LINKED', to: account.email, language });
    }
    return { account, started: await continueSession(trx, session, { provider: 'google.com', now }) };
  });
  return {
    localId: account.id,
    ...(account.email === profile.email && { emailVerified: account.verified === 1 }),
    ...(await issueTokens(services, account, started)),
  };
}

/**
 * Sets the address of an account without one, or verifies the same address.
 * @throws AppError EMAIL_EXISTS if another account has the address
 */
async function updateEmail(
  trx: Trx,
  account: Pick<Account, 'id' | 'email'>,
  { email, verified }: GoogleProfile,
): Promise<void> {
  if (email === undefined) return;
  const accountId = account.id;
  if (account.email === email) {
    if (verified) await verifyEmail(trx, { email, accountId });
  } else if (account.email === null) {
    if (!(await claimEmail(trx, { email, accountId, verified }))) throw identityError('EMAIL_EXISTS');
  } else if (await findAccountByEmail(trx, email)) throw identityError('EMAIL_EXISTS');
}
