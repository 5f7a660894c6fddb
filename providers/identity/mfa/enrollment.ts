import { newId, newSecret } from '#platform/ids.ts';
import { decryptText, encryptText } from '#platform/security/secrets.ts';
import { minutes } from '#platform/time.ts';
import { lockAccount } from '../accounts/repository.ts';
import { readDisplayName } from '../accounts/values.ts';
import { appName } from '../codes/messages.ts';
import { sendCode, sendNotice } from '../codes/send.ts';
import { identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import {
  checkTextCode,
  countCodeAttempt,
  parseEnteredCode,
  readPhoneNumber,
  requireSmsSender,
  sendTextCode,
} from '../phone/text-codes.ts';
import { addRow, claimOneTimeCode, hashSecret, removeAccountRows } from '../schema/repository.ts';
import type { FactorRow, Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import {
  authenticate,
  type Caller,
  issueTokens,
  readSecondFactor,
  replaceAllSessions,
  requireRecentSignIn,
} from '../sessions/rules.ts';
import { describeVerifiedFactor, findFactor, maskNumber } from './factor.ts';
import { findFactors, removeFactor } from './repository.ts';
import { requireStrongSession } from './strong-session.ts';
import { findTimeStep, generateTotpSecret, totpParameters } from './totp.ts';

const ENROLLMENT_TTL_MS = minutes(10);
const MAX_FACTORS = 5;

/** `mfaEnrollment:start`: texts a code to a number, or returns the secret of an authenticator app. */
export async function startEnrollment(services: Services, call: Call) {
  const { fields } = call;
  const caller = await authenticate(services, fields.text('idToken'));
  requireEnrollable(caller);
  const phone = fields.object('phoneEnrollmentInfo');
  const totp = fields.object('totpEnrollmentInfo');
  if (!phone && !totp)
    throw identityError('INVALID_ARGUMENT', 'Missing phoneEnrollmentInfo or totpEnrollmentInfo.');
  requireRecentSignIn(services, caller);
  await requireStrongSession(services.db, services, caller);
  if (phone) return { phoneSessionInfo: { sessionInfo: await startPhone(services, call, caller, phone) } };
  return { totpSessionInfo: await startTotp(services, caller) };
}

async function startPhone(services: Services, call: Call, caller: Caller, info: Fields): Promise<string> {
  requireSmsSender(services);
  const { id: accountId } = caller.account;
  const number = await readPhoneNumber(info.text('phoneNumber'));
  requireNewFactor(caller, await findFactors(services.db, accountId), number.e164);
  return sendTextCode(services, call, number, { purpose: 'enrolment', account_id: accountId });
}

async function startTotp(services: Services, caller: Caller) {
  const { id: account_id } = caller.account;
  requireNewFactor(caller, await findFactors(services.db, account_id), null);
  const sharedSecretKey = generateTotpSecret();
  const sessionInfo = newSecret();
  const expires_at = services.clock() + ENROLLMENT_TTL_MS;
  const totp_secret = await encryptText(sharedSecretKey, services.totpKey);
  const enrollment = { hash: hashSecret(sessionInfo), account_id, totp_secret, tries: 0, expires_at };
  await services.db.transaction().execute(async (trx) => {
    await removeAccountRows(trx, account_id, 'identity_totp_enrolment');
    await addRow(trx, 'identity_totp_enrolment', enrollment);
  });
  const finalizeEnrollmentTime = new Date(expires_at).toISOString();
  return { sharedSecretKey, ...totpParameters, sessionInfo, finalizeEnrollmentTime };
}

/** A factor whose code was correct. `claim` uses the code up. */
type VerifiedFactor = Pick<FactorRow, 'kind' | 'phone_number' | 'totp_secret' | 'last_totp_step'> & {
  claim: (trx: Trx) => Promise<boolean>;
};

/**
 * `mfaEnrollment:finalize`: adds the factor, ends all other sessions, because they lack it, and notifies by
 * email.
 */
export async function finishEnrollment(services: Services, { fields, language }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  requireEnrollable(caller);
  const display_name = readDisplayName(fields);
  const { claim, ...verifiedFactor } = await readVerified(services, caller, fields);
  const now = services.clock();

  const { account, started } = await services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, caller.account.id);
    const { id: accountId } = account;
    requireEnrollable({ ...caller, account });
    const ownerProven = await requireStrongSession(trx, services, caller);
    requireNewFactor({ account }, await findFactors(trx, accountId), verifiedFactor.phone_number);
    if (!(await claim(trx))) throw identityError('INVALID_SESSION_INFO');
    const factor = { ...verifiedFactor, id: newId(), account_id: accountId, display_name, enrolled_at: now };
    await addRow(trx, 'identity_factor', factor);
    // The link in this email removes the factor, in case another person added it.
    const addition = {
      accountId,
      email: account.email ?? '',
      factorId: factor.id,
      ownerProven,
      language,
      now,
    };
    await sendCode(trx, services, { purpose: 'REVERT_SECOND_FACTOR_ADDITION', ...addition });
    return {
      account,
      started: await replaceAllSessions(trx, services, caller, { secondFactor: factor, now }),
    };
  });
  return { ...(await issueTokens(services, account, started)), ...describeVerifiedFactor(verifiedFactor) };
}

function readVerified(services: Services, caller: Caller, fields: Fields): Promise<VerifiedFactor> {
  const phone = fields.object('phoneVerificationInfo');
  const totp = fields.object('totpVerificationInfo');
  if (phone) return readText(services, caller, phone);
  if (totp) return readTotp(services, caller, totp);
  throw identityError('INVALID_ARGUMENT', 'Missing phoneVerificationInfo or totpVerificationInfo.');
}

async function readText(services: Services, { account }: Caller, info: Fields): Promise<VerifiedFactor> {
  const code = await checkTextCode(services, parseEnteredCode(info, 'code'), 'enrolment');
  if (code.account_id !== account.id) throw identityError('INVALID_SESSION_INFO');
  const claim = (trx: Trx) => claimOneTimeCode(trx, 'identity_text_code', code.hash);
  return { kind: 'phone', phone_number: code.phone_number, totp_secret: null, last_totp_step: null, claim };
}

async function readTotp(services: Services, { account }: Caller, info: Fields): Promise<VerifiedFactor> {
  const sessionInfo = info.text('sessionInfo');
  const code = info.text('verificationCode');
  if (!sessionInfo) throw identityError('MISSING_SESSION_INFO');
  if (!code) throw identityError('MISSING_CODE');
  const { db, clock, totpKey } = services;
  const now = clock();
  const filter = { hash: hashSecret(sessionInfo), account_id: account.id };
  const { hash, totp_secret } = await countCodeAttempt(db, 'identity_totp_enrolment', filter, now);
  const last_totp_step = findTimeStep(await decryptText(totp_secret, totpKey), code, now);
  if (last_totp_step === undefined) throw identityError('INVALID_CODE');
  const claim = (trx: Trx) => claimOneTimeCode(trx, 'identity_totp_enrolment', hash);
  return { kind: 'totp', phone_number: null, totp_secret, last_totp_step, claim };
}

/** `mfaEnrollment:withdraw`: removes a factor, ends all other sessions, and notifies by email. */
export async function withdrawFactor(services: Services, { fields, language }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  const { id: accountId } = caller.account;
  const missing = 'No second factor identifier is provided.';
  const id = fields.required('mfaEnrollmentId', 'MISSING_MFA_ENROLLMENT_ID', missing);
  const { phone_number } = await findFactor(services.db, accountId, id);
  requireRecentSignIn(services, caller);
  const now = services.clock();
  const current = readSecondFactor(caller.session);
  const secondFactor = current?.id === id ? undefined : current;

  const { account, started } = await services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId);
    await requireStrongSession(trx, services, caller);
    if (!(await removeFactor(trx, { id, accountId }))) throw identityError('MFA_ENROLLMENT_NOT_FOUND');
    if (account.email !== null) {
      const factor = phone_number === null ? appName[language] : maskNumber(phone_number);
      await sendNotice(trx, services, { kind: 'FACTOR_REMOVED', to: account.email, language, factor });
    }
    return { account, started: await replaceAllSessions(trx, services, caller, { secondFactor, now }) };
  });
  return issueTokens(services, account, started);
}

/**
 * Rejects anonymous and phone sessions, and requires a verified address for the notification.
 * @throws AppError UNSUPPORTED_FIRST_FACTOR, UNVERIFIED_EMAIL
 */
export function requireEnrollable({ account, session }: Caller): void {
  if (['anonymous', 'phone'].includes(session.sign_in_provider)) throw unsupported();
  if (account.email === null || account.verified !== 1) {
    throw identityError('UNVERIFIED_EMAIL', 'Need to verify email first before enrolling second factors.');
  }
}

/** A number can be a factor only once. @throws AppError SECOND_FACTOR_LIMIT_EXCEEDED, SECOND_FACTOR_EXISTS */
function requireNewFactor(
  { account }: Pick<Caller, 'account'>,
  factors: readonly FactorRow[],
  number: string | null,
): void {
  if (factors.length >= MAX_FACTORS) {
    throw identityError(
      'SECOND_FACTOR_LIMIT_EXCEEDED',
      `An account has at most ${MAX_FACTORS} second factors.`,
    );
  }
  if (number === null) return;
  if (factors.some(({ phone_number: known }) => known === number)) {
    throw identityError(
      'SECOND_FACTOR_EXISTS',
      'Phone number already enrolled as second factor for this account.',
    );
  }
  if (account.phone_number === number) throw unsupported();
}

const unsupported = () =>
  identityError('UNSUPPORTED_FIRST_FACTOR', 'MFA is not available for the given first factor.');
