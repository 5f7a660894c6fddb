import type { Transaction } from 'kysely';
import { decryptText } from '#platform/encryption.ts';
import { changeAccount, findAccount } from '../accounts/repository.ts';
import { refuse } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import { hashSecret } from '../http/secret.ts';
import { readPhoneNumber } from '../phone/phone-number.ts';
import { takeTextCode } from '../phone/repository.ts';
import { checkTextCode, readGivenCode, sendTextCode } from '../phone/text-codes.ts';
import type { FactorTable, IdentityTables, PendingSignInTable } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { startSession, tokensOf } from '../sessions/rules.ts';
import {
  findFactors,
  findPendingSignIn,
  takePendingSignIn,
  takeStep,
  tryPendingSignIn,
} from './repository.ts';
import { stepOfCode } from './totp.ts';

const MOST_TRIES = 5;

/** `mfaSignIn:start`: texts a code to the number that is a second factor. Apps make theirs without being asked. */
export async function startSecondStep(services: Services, call: Call) {
  const { fields } = call;
  const credential = fields.text('mfaPendingCredential');
  const factorId = fields.text('mfaEnrollmentId');
  if (!credential) {
    throw refuse('MISSING_MFA_PENDING_CREDENTIAL', 'Request does not have MFA pending credential.');
  }
  if (!factorId) throw noFactorNamed();
  const open = { hash: hashSecret(credential), most: MOST_TRIES, now: services.clock() };
  const pending = await findPendingSignIn(services.db, open);
  if (!pending) throw signInAgain();
  const factor = await findFactor(services, pending, factorId);
  if (factor.phone_number === null) throw refuse('INVALID_ARGUMENT', 'MFA provider not supported!');
  const sessionInfo = await sendTextCode(services, call, await readPhoneNumber(factor.phone_number), {
    purpose: 'second-factor',
    accountId: pending.account_id,
    pendingHash: pending.hash,
    factorId,
  });
  return { phoneResponseInfo: { sessionInfo } };
}

/** A code that was right: which factor it shows, and how it is used up. */
type Shown = { factor: FactorTable; use: (trx: Transaction<IdentityTables>) => Promise<void> };

/** `mfaSignIn:finalize`: the second factor is shown too, the person is in. */
export async function finishSecondStep(services: Services, { fields, address }: Call) {
  const credential = fields.text('mfaPendingCredential');
  if (!credential) throw refuse('MISSING_CREDENTIAL', 'Please set MFA Pending Credential.');
  const show = readCode(fields);
  const now = services.clock();
  const open = { hash: hashSecret(credential), most: MOST_TRIES, now };
  const pending = await tryPendingSignIn(services.db, open);
  if (!pending) throw signInAgain();
  const { account_id: accountId, sign_in_provider: provider } = pending;
  await services.limits.secondFactors.attempt(address, accountId);
  const { factor, use } = await show(services, pending);

  const { account, started } = await services.db.transaction().execute(async (trx) => {
    await changeAccount(trx, accountId, { last_login_at: now });
    const account = await findAccount(trx, accountId);
    if (!account) throw refuse('USER_NOT_FOUND');
    if (account.disabled === 1) throw refuse('USER_DISABLED');
    if (!(await takePendingSignIn(trx, pending.hash))) throw signInAgain();
    await use(trx);
    const way = { accountId, provider, secondFactor: factor, authTime: now, now };
    return { account, started: await startSession(trx, way) };
  });
  await services.limits.secondFactors.right(address, accountId);
  return {
    ...(await tokensOf(services, account, started)),
    ...(factor.phone_number === null
      ? { totpAuthInfo: {} }
      : { phoneAuthInfo: { phoneNumber: factor.phone_number } }),
  };
}

type Show = (services: Services, pending: PendingSignInTable) => Promise<Shown>;

function readCode(fields: Fields): Show {
  const phone = fields.inside('phoneVerificationInfo');
  const totp = fields.inside('totpVerificationInfo');
  if (phone) return showText(phone);
  if (totp) return showTotp(totp, fields.text('mfaEnrollmentId'));
  throw refuse('INVALID_ARGUMENT', 'MFA provider not supported!');
}

function showText(info: Fields): Show {
  const given = readGivenCode(info, 'code');
  return async (services, pending) => {
    const row = await checkTextCode(services, given, 'second-factor');
    if (row.pending_hash !== pending.hash) throw refuse('INVALID_SESSION_INFO');
    const factor = await findFactor(services, pending, row.factor_id ?? '');
    return {
      factor,
      async use(trx) {
        if (!(await takeTextCode(trx, row.hash))) throw refuse('INVALID_SESSION_INFO');
      },
    };
  };
}

function showTotp(info: Fields, factorId: string | undefined): Show {
  const code = info.text('verificationCode');
  if (!factorId) throw noFactorNamed();
  if (!code) throw refuse('MISSING_CODE');
  return async (services, pending) => {
    const factor = await findFactor(services, pending, factorId);
    if (factor.totp_secret === null) throw refuse('INVALID_ARGUMENT', 'MFA provider not supported!');
    const secret = await decryptText(factor.totp_secret, services.totpKey);
    const step = stepOfCode(secret, code, services.clock());
    if (step === undefined) throw refuse('INVALID_CODE');
    return {
      factor,
      async use(trx) {
        const used = { id: factor.id, accountId: factor.account_id, step };
        if (!(await takeStep(trx, used))) throw refuse('INVALID_CODE');
      },
    };
  };
}

async function findFactor(
  { db }: Services,
  { account_id: accountId }: PendingSignInTable,
  id: string,
): Promise<FactorTable> {
  const factor = (await findFactors(db, accountId)).find((one) => one.id === id);
  if (!factor) throw refuse('MFA_ENROLLMENT_NOT_FOUND');
  return factor;
}

const noFactorNamed = () => refuse('MISSING_MFA_ENROLLMENT_ID', 'No second factor identifier is provided.');

/** Unknown, used, too old, or too many wrong codes. */
const signInAgain = () => refuse('INVALID_MFA_PENDING_CREDENTIAL', 'Sign in again.');
