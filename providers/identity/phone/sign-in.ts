import { newSecret } from '#platform/ids.ts';
import { isAnonymous, newAccount } from '../accounts/account.ts';
import { lockAccount } from '../accounts/repository.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import { findFactors } from '../mfa/repository.ts';
import { addRow, claimIdentifier, claimOneTimeCode, findRow, hashSecret } from '../schema/repository.ts';
import type { TextCodeRow, Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { completeSignIn, describeSignIn } from '../sessions/complete-sign-in.ts';
import {
  authenticate,
  type Caller,
  continueSession,
  requireRecentSignIn,
  touchSession,
} from '../sessions/rules.ts';
import {
  checkTextCode,
  emptyTextCode,
  parseEnteredCode,
  readPhoneNumber,
  requireSmsSender,
  TEXT_CODE_TTL_MS,
} from './text-codes.ts';

const provider = 'phone';

/**
 * `accounts:signInWithPhoneNumber`: signs in with a text code, or adds the number to the account of
 * `idToken`.
 */
export async function signInWithPhoneNumber(services: Services, { fields }: Call) {
  requireSmsSender(services);
  const idToken = fields.text('idToken');
  const mayCreateAccount = fields.text('operation') !== 'REAUTH';
  const proven = await readVerified(services, fields);
  const caller = idToken ? await authenticate(services, idToken) : undefined;
  const { phone_number: phoneNumber } = proven;
  const isProof = proven.purpose === 'proof';
  const now = services.clock();

  const outcome = await services.db.transaction().execute(async (trx) => {
    if (!(await claimOneTimeCode(trx, 'identity_text_code', proven.hash))) {
      throw identityError(isProof ? 'INVALID_TEMPORARY_PROOF' : 'INVALID_SESSION_INFO');
    }
    if (caller) return link(trx, services, { caller, phoneNumber, isProof, now });
    return signIn(trx, phoneNumber, mayCreateAccount, now);
  });
  if ('temporaryProof' in outcome) return { phoneNumber, ...outcome };
  return {
    localId: outcome.account.id,
    phoneNumber,
    isNewUser: outcome.isNewUser,
    ...(await describeSignIn(services, outcome)),
  };
}

/** Returns the row of a correct code or of an earlier proof. */
async function readVerified(services: Services, fields: Fields): Promise<TextCodeRow> {
  const proof = fields.text('temporaryProof');
  if (!proof) return checkTextCode(services, parseEnteredCode(fields), 'sign-in');
  const { e164 } = await readPhoneNumber(fields.required('phoneNumber', 'MISSING_PHONE_NUMBER'));
  const row = await findRow(services.db, 'identity_text_code', { hash: hashSecret(proof), purpose: 'proof' });
  if (row?.phone_number !== e164 || row.expires_at <= services.clock()) {
    throw identityError('INVALID_TEMPORARY_PROOF');
  }
  return row;
}

async function signIn(trx: Trx, phoneNumber: string, mayCreateAccount: boolean, now: number) {
  const row = newAccount(now);
  const isNewUser = mayCreateAccount && (await claimPhone(trx, phoneNumber, row.id));
  if (isNewUser) await addRow(trx, 'identity_account', row);
  const owner = await findRow(trx, 'identity_phone', { phone_number: phoneNumber });
  if (!owner) throw identityError('USER_NOT_FOUND');
  const signInResult = await completeSignIn(trx, { accountId: owner.account_id, provider, now });
  // The number was unlinked before the account was locked.
  if (signInResult.account.phone_number !== phoneNumber) throw identityError('USER_NOT_FOUND');
  return { ...signInResult, isNewUser };
}

const claimPhone = (trx: Trx, phone_number: string, account_id: string): Promise<boolean> =>
  claimIdentifier(trx, 'identity_phone', { phone_number, account_id });

/** `isProof`: the number was verified by an earlier proof, so no further proof is created. */
type Link = { caller: Caller; phoneNumber: string; isProof: boolean; now: number };

/**
 * Adds the number to the caller's account. If another account owns the number, returns a proof for signing in
 * to that account.
 */
async function link(trx: Trx, services: Services, { caller, phoneNumber, isProof, now }: Link) {
  const { session } = caller;
  const { id } = caller.account;
  await lockAccount(trx, id, { last_login_at: now });
  await touchSession(trx, session, now);
  if ((await findFactors(trx, id)).some(({ kind }) => kind === 'phone')) {
    throw identityError(
      'UNSUPPORTED_FIRST_FACTOR',
      'A phone number cannot be set as a first factor on an SMS based MFA user.',
    );
  }
  if (caller.account.phone_number !== phoneNumber) {
    if (!isAnonymous(caller.account)) requireRecentSignIn(services, caller);
    if (!(await claimPhone(trx, phoneNumber, id))) {
      if (isProof) throw identityError('PHONE_NUMBER_EXISTS');
      return storeProof(trx, phoneNumber, now);
    }
  }
  const account = await lockAccount(trx, id);
  return { account, started: await continueSession(trx, session, { provider, now }), isNewUser: false };
}

async function storeProof(trx: Trx, phoneNumber: string, now: number) {
  const temporaryProof = newSecret();
  await addRow(trx, 'identity_text_code', {
    ...emptyTextCode,
    hash: hashSecret(temporaryProof),
    purpose: 'proof',
    phone_number: phoneNumber,
    expires_at: now + TEXT_CODE_TTL_MS,
  });
  return { temporaryProof, temporaryProofExpiresIn: String(TEXT_CODE_TTL_MS / 1000) };
}
