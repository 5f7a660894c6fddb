import { AppError } from '#platform/errors.ts';
import { type Account, describeAccount, isAnonymous } from '../accounts/account.ts';
import { refuse } from '../http/errors.ts';
import type { Call, Services } from '../services.ts';
import { describeEntry } from '../sessions/let-in.ts';
import { authenticate, demandRecentSignIn, tokensOf } from '../sessions/rules.ts';
import { arrive } from './arrive.ts';
import { link } from './link.ts';
import { describeProfile, type Proven } from './profile.ts';
import { readProof, writePendingToken } from './proof.ts';

/** Errors that the SDK expects together with the credential, so that the person can continue with it elsewhere. */
const errorsWithCredential = ['FEDERATED_USER_ID_ALREADY_LINKED', 'EMAIL_EXISTS'];

/** `accounts:signInWithIdp`: signs in with Google, or adds Google to the account of `idToken`. */
export async function signInWithIdp(services: Services, call: Call) {
  const { fields } = call;
  const proven = await readProof(services, fields);
  const withCredential = fields.flag('returnIdpCredential');
  const response = {
    ...describeProfile(proven),
    ...(withCredential && { pendingToken: await writePendingToken(services, proven) }),
  };
  try {
    const idToken = fields.text('idToken');
    const outcome = idToken
      ? await linkToCaller(services, call, { idToken, proven })
      : await signIn(services, call, proven);
    return { ...response, ...outcome };
  } catch (error) {
    const isExpected = error instanceof AppError && errorsWithCredential.includes(error.code);
    if (!withCredential || !isExpected) throw error;
    return { ...response, errorMessage: error.message };
  }
}

async function signIn(services: Services, call: Call, { profile }: Proven) {
  const creates = !call.fields.has('autoCreate') || call.fields.flag('autoCreate');
  const arrival = await arrive(services, { profile, creates, call });
  if ('needsConfirmation' in arrival) return describeConfirmation(arrival.needsConfirmation);
  const { entry, isNewUser, emailRecycled } = arrival;
  const { account } = entry;
  return {
    localId: account.id,
    ...(account.email === profile.email && { emailVerified: account.verified === 1 }),
    ...(isNewUser && { isNewUser }),
    ...(emailRecycled && { emailRecycled }),
    ...(await describeEntry(services, entry)),
  };
}

/** Somebody else's account has this address, and Google does not vouch for it: nobody is signed in, nothing is linked. */
function describeConfirmation(account: Account) {
  const providers = describeAccount(account).providerUserInfo.map(({ providerId }) => providerId);
  const verifiedProvider = providers.filter((provider) => provider === 'google.com');
  return { needConfirmation: true, localId: account.id, verifiedProvider };
}

async function linkToCaller(
  services: Services,
  { language }: Call,
  { idToken, proven: { profile } }: { idToken: string; proven: Proven },
) {
  const caller = await authenticate(services, idToken);
  if (!isAnonymous(caller.account)) demandRecentSignIn(services, caller);
  const { account, started } = await link(services, caller, { profile, language });
  if (!account) throw refuse('USER_NOT_FOUND');
  return {
    localId: account.id,
    ...(account.email === profile.email && { emailVerified: account.verified === 1 }),
    ...(await tokensOf(services, account, started)),
  };
}
