import type { Transaction } from 'kysely';
import { decryptText } from '#platform/encryption.ts';
import { newId } from '#platform/ids.ts';
import { changeAccount, findAccount } from '../accounts/repository.ts';
import { readDisplayName } from '../accounts/values.ts';
import { sendAddition } from '../codes/send.ts';
import { refuse } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import { hashSecret } from '../http/secret.ts';
import { takeTextCode } from '../phone/repository.ts';
import { checkTextCode, readGivenCode } from '../phone/text-codes.ts';
import type { FactorTable, IdentityTables } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { authenticate, type Caller, tokensOf } from '../sessions/rules.ts';
import { startOver } from '../sessions/start-over.ts';
import { demandEnrollable, demandNewNumber, demandRoom } from './may-enrol.ts';
import {
  addFactor,
  findFactors,
  findTotpEnrolment,
  takeTotpEnrolment,
  tryTotpEnrolment,
} from './repository.ts';
import { stepOfCode } from './totp.ts';

const MOST_TRIES = 5;

/** What was proven: the row that shows it, still to be taken, and what of the factor follows from it. */
type Proven = Pick<FactorTable, 'kind' | 'phone_number' | 'totp_secret' | 'last_totp_step'> & {
  take: (trx: Transaction<IdentityTables>) => Promise<boolean>;
};

/**
 * `mfaEnrollment:finalize`: the code is right, the account has one factor more. Every other session ends, since it
 * has not shown this factor; the answer's tokens name it. The person is told by mail.
 */
export async function finishEnrolment(services: Services, { fields, language }: Call) {
  const caller = await authenticate(services, fields.text('idToken'));
  demandEnrollable(caller);
  const displayName = readDisplayName(fields);
  const { take, ...proven } = await readProven(services, caller, fields);
  const now = services.clock();

  const { account, started } = await services.db.transaction().execute(async (trx) => {
    const { id } = caller.account;
    await changeAccount(trx, id, {});
    const account = await findAccount(trx, id);
    if (!account) throw refuse('USER_NOT_FOUND');
    demandEnrollable({ ...caller, account });
    const factors = await findFactors(trx, id);
    demandRoom(factors);
    if (proven.phone_number !== null) demandNewNumber({ account }, factors, proven.phone_number);
    if (!(await take(trx))) throw refuse('INVALID_SESSION_INFO');
    const factor = { ...proven, id: newId(), account_id: id, display_name: displayName, enrolled_at: now };
    await addFactor(trx, factor);
    const email = account.email ?? '';
    await sendAddition(trx, services, { accountId: id, email, factorId: factor.id, language, now });
    return { account, started: await startOver(trx, services, caller, { secondFactor: factor, now }) };
  });
  return {
    ...(await tokensOf(services, account, started)),
    ...(proven.phone_number === null
      ? { totpAuthInfo: {} }
      : { phoneAuthInfo: { phoneNumber: proven.phone_number } }),
  };
}

function readProven(services: Services, caller: Caller, fields: Fields): Promise<Proven> {
  const phone = fields.inside('phoneVerificationInfo');
  const totp = fields.inside('totpVerificationInfo');
  if (phone) return readText(services, caller, phone);
  if (totp) return readTotp(services, caller, totp);
  throw refuse('INVALID_ARGUMENT', 'Missing phoneVerificationInfo or totpVerificationInfo.');
}

async function readText(services: Services, { account }: Caller, info: Fields): Promise<Proven> {
  const { hash, ...row } = await checkTextCode(services, readGivenCode(info, 'code'), 'enrolment');
  if (row.account_id !== account.id) throw refuse('INVALID_SESSION_INFO');
  return {
    kind: 'phone',
    phone_number: row.phone_number,
    totp_secret: null,
    last_totp_step: null,
    take: (trx) => takeTextCode(trx, hash),
  };
}

async function readTotp(services: Services, { account }: Caller, info: Fields): Promise<Proven> {
  const sessionInfo = info.text('sessionInfo');
  const code = info.text('verificationCode');
  if (!sessionInfo) throw refuse('MISSING_SESSION_INFO');
  if (!code) throw refuse('MISSING_CODE');
  const { db, clock, totpKey } = services;
  const which = { hash: hashSecret(sessionInfo), accountId: account.id };
  const now = clock();
  const row = await tryTotpEnrolment(db, { ...which, most: MOST_TRIES, now });
  if (!row) throw refuse((await findTotpEnrolment(db, which)) ? 'SESSION_EXPIRED' : 'INVALID_SESSION_INFO');
  const step = stepOfCode(await decryptText(row.totp_secret, totpKey), code, now);
  if (step === undefined) throw refuse('INVALID_CODE');
  return {
    kind: 'totp',
    phone_number: null,
    totp_secret: row.totp_secret,
    last_totp_step: step,
    take: (trx) => takeTotpEnrolment(trx, row.hash),
  };
}
