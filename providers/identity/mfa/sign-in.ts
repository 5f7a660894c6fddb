import { decryptText } from '#platform/security/secrets.ts';
import { lockAccount } from '../accounts/repository.ts';
import { type IdentityError, identityError } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import { checkTextCode, parseEnteredCode, readPhoneNumber, sendTextCode } from '../phone/text-codes.ts';
import { claimOneTimeCode, countAttempt, findRow, hashSecret, isUsable } from '../schema/repository.ts';
import type { FactorRow, PendingSignInRow, Trx } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { issueTokens, startSession } from '../sessions/rules.ts';
import { describeVerifiedFactor, findFactor } from './factor.ts';
import { claimTotpStep } from './repository.ts';
import { findTimeStep } from './totp.ts';

const table = 'identity_pending_sign_in';

/**
 * `mfaSignIn:start`: sends a code to the phone number of a second factor. Authenticator apps do not need it.
 */
export async function startMfaSignIn(services: Services, call: Call) {
  const { fields } = call;
  const credential = fields.text('mfaPendingCredential');
  const factorId = fields.text('mfaEnrollmentId');
  if (!credential) {
    throw identityError('MISSING_MFA_PENDING_CREDENTIAL', 'Request does not have MFA pending credential.');
  }
  if (!factorId) throw missingFactorId();
  const pending = await findRow(services.db, table, { hash: hashSecret(credential) });
  if (!pending || !isUsable(pending, services.clock())) throw signInAgain();
  const { account_id, hash: pending_hash } = pending;
  const factor = await findFactor(services.db, account_id, factorId);
  if (factor.phone_number === null) throw unsupported();
  const context = { purpose: 'second-factor', account_id, pending_hash, factor_id: factorId } as const;
  const sessionInfo = await sendTextCode(services, call, await readPhoneNumber(factor.phone_number), context);
  return { phoneResponseInfo: { sessionInfo } };
}

/** The factor of a correct code. `claim` marks the code as used, and returns false if it was already used. */
type VerifiedCode = { factor: FactorRow; claim: (trx: Trx) => Promise<boolean>; usedError: IdentityError };
type CodeVerifier = (services: Services, pending: PendingSignInRow) => Promise<VerifiedCode>;

/** `mfaSignIn:finalize`: verifies the second factor and signs in. */
export async function finishMfaSignIn(services: Services, { fields, address }: Call) {
  const credential = fields.required(
    'mfaPendingCredential',
    'MISSING_CREDENTIAL',
    'Please set MFA Pending Credential.',
  );
  const verify = readCode(fields);
  const now = services.clock();
  const pending = await countAttempt(services.db, table, { hash: hashSecret(credential), now });
  if (!pending) throw signInAgain();
  const { account_id: accountId, sign_in_provider: provider } = pending;
  await services.limits.secondFactors.attempt(address, accountId);
  const { factor, claim, usedError } = await verify(services, pending);

  const { account, started } = await services.db.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, accountId, { last_login_at: now });
    if (account.disabled === 1) throw identityError('USER_DISABLED');
    if (!(await claimOneTimeCode(trx, table, pending.hash))) throw signInAgain();
    if (!(await claim(trx))) throw identityError(usedError);
    const session = { accountId, provider, secondFactor: factor, authTime: now, now };
    return { account, started: await startSession(trx, session) };
  });
  await services.limits.secondFactors.recordSuccess(address, accountId);
  return { ...(await issueTokens(services, account, started)), ...describeVerifiedFactor(factor) };
}

function readCode(fields: Fields): CodeVerifier {
  const phone = fields.object('phoneVerificationInfo');
  const totp = fields.object('totpVerificationInfo');
  if (phone) return createTextVerifier(phone);
  if (totp) return createTotpVerifier(totp, fields.text('mfaEnrollmentId'));
  throw unsupported();
}

function createTextVerifier(info: Fields): CodeVerifier {
  const enteredCode = parseEnteredCode(info, 'code');
  return async (services, pending) => {
    const row = await checkTextCode(services, enteredCode, 'second-factor');
    if (row.pending_hash !== pending.hash) throw identityError('INVALID_SESSION_INFO');
    const factor = await findFactor(services.db, pending.account_id, row.factor_id ?? '');
    const claim = (trx: Trx) => claimOneTimeCode(trx, 'identity_text_code', row.hash);
    return { factor, claim, usedError: 'INVALID_SESSION_INFO' };
  };
}

function createTotpVerifier(info: Fields, factorId: string | undefined): CodeVerifier {
  const code = info.text('verificationCode');
  if (!factorId) throw missingFactorId();
  if (!code) throw identityError('MISSING_CODE');
  return async ({ db, clock, totpKey }, { account_id: accountId }) => {
    const factor = await findFactor(db, accountId, factorId);
    if (factor.totp_secret === null) throw unsupported();
    const step = findTimeStep(await decryptText(factor.totp_secret, totpKey), code, clock());
    if (step === undefined) throw identityError('INVALID_CODE');
    const claim = (trx: Trx) => claimTotpStep(trx, { id: factor.id, accountId, step });
    return { factor, claim, usedError: 'INVALID_CODE' };
  };
}

const unsupported = () => identityError('INVALID_ARGUMENT', 'MFA provider not supported!');

const missingFactorId = () =>
  identityError('MISSING_MFA_ENROLLMENT_ID', 'No second factor identifier is provided.');

/** The pending sign-in is unknown, used, expired, or has no attempts left. */
const signInAgain = () => identityError('INVALID_MFA_PENDING_CREDENTIAL', 'Sign in again.');
