import { AppError } from '#platform/errors.ts';
import { isAnonymous } from '../accounts/account.ts';
import { refuse } from '../http/errors.ts';
import type { Call, Services } from '../services.ts';
import { describeEntry } from '../sessions/let-in.ts';
import { authenticate, demandRecentSignIn, tokensOf } from '../sessions/rules.ts';
import { describeConfirmation, describeProfile } from './answer.ts';
import { arrive } from './arrive.ts';
import { link } from './link.ts';
import { writePendingToken } from './pending-token.ts';
import type { Proven } from './profile.ts';
import { readProof } from './proof.ts';

/** What the SDK wants to hear together with the credential, so that the person can go on with it elsewhere. */
const toldWithCredential = ['FEDERATED_USER_ID_ALREADY_LINKED', 'EMAIL_EXISTS'];

/** `accounts:signInWithIdp`: signs in with Google, or adds Google to the account of `idToken`. */
export async function signInWithIdp(services: Services, call: Call) {
  const { fields } = call;
  const proven = await readProof(services, fields);
  const withCredential = fields.flag('returnIdpCredential');
  const told = {
    ...describeProfile(proven),
    ...(withCredential && { pendingToken: await writePendingToken(services, proven) }),
  };
  try {
    const idToken = fields.text('idToken');
    const outcome = idToken
      ? await linkToCaller(services, call, { idToken, proven })
      : await signIn(services, call, proven);
    return { ...told, ...outcome };
  } catch (error) {
    if (!withCredential || !(error instanceof AppError) || !toldWithCredential.includes(error.code))
      throw error;
    return { ...told, errorMessage: error.message };
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
