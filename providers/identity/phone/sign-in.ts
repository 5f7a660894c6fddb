import type { Transaction } from 'kysely';
import { newSecret } from '#platform/ids.ts';
import { isAnonymous, owningNothing } from '../accounts/account.ts';
import { newAccount } from '../accounts/new-account.ts';
import { addAccount, changeAccount, findAccount } from '../accounts/repository.ts';
import { refuse } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import { hashSecret } from '../http/secret.ts';
import type { IdentityTables } from '../schema/tables.ts';
import { findFactors } from '../second-factors/repository.ts';
import type { Call, Services } from '../services.ts';
import { describeEntry, type Entry, letIn } from '../sessions/let-in.ts';
import { touchSession } from '../sessions/repository.ts';
import {
  authenticate,
  type Caller,
  demandRecentSignIn,
  secondFactorOf,
  startSession,
} from '../sessions/rules.ts';
import { readPhoneNumber } from './phone-number.ts';
import {
  addTextCode,
  claimPhone,
  findPhoneOwner,
  findTextCode,
  type TextCode,
  takeTextCode,
} from './repository.ts';
import { checkTextCode, demandTextMessages, readGivenCode, TEXT_CODE_LIFE } from './text-codes.ts';

type Trx = Transaction<IdentityTables>;
type Arrival = Entry & { isNewUser: boolean };

/** `accounts:signInWithPhoneNumber`: signs in who holds a number, or adds it to the account of `idToken`. */
export async function signInWithPhoneNumber(services: Services, { fields }: Call) {
  demandTextMessages(services);
  const idToken = fields.text('idToken');
  const creates = fields.text('operation') !== 'REAUTH';
  const proven = await readProven(services, fields);
  const caller = idToken ? await authenticate(services, idToken) : undefined;
  const { phone_number: phoneNumber } = proven;
  const now = services.clock();

  const outcome = await services.db.transaction().execute(async (trx) => {
    if (!(await takeTextCode(trx, proven.hash))) throw usedUp(proven);
    if (caller) return link(trx, services, { caller, phoneNumber, proven: proven.purpose === 'proof', now });
    return enter(trx, { phoneNumber, creates, now });
  });
  if ('temporaryProof' in outcome) return { phoneNumber, ...outcome };
  return {
    localId: outcome.account.id,
    phoneNumber,
    isNewUser: outcome.isNewUser,
    ...(await describeEntry(services, outcome)),
  };
}

/** The number that the right code, or an earlier proof, speaks for. */
async function readProven(services: Services, fields: Fields): Promise<TextCode> {
  const proof = fields.text('temporaryProof');
  if (!proof) return checkTextCode(services, readGivenCode(fields), 'sign-in');
  const given = fields.text('phoneNumber');
  if (!given) throw refuse('MISSING_PHONE_NUMBER');
  const { e164 } = await readPhoneNumber(given);
  const row = await findTextCode(services.db, { hash: hashSecret(proof), purpose: 'proof' });
  if (row?.phone_number !== e164 || row.expires_at <= services.clock()) {
    throw refuse('INVALID_TEMPORARY_PROOF');
  }
  return row;
}

const usedUp = ({ purpose }: TextCode) =>
  refuse(purpose === 'proof' ? 'INVALID_TEMPORARY_PROOF' : 'INVALID_SESSION_INFO');

async function enter(
  trx: Trx,
  { phoneNumber, creates, now }: { phoneNumber: string; creates: boolean; now: number },
): Promise<Arrival> {
  const row = newAccount(now);
  if (creates && (await claimPhone(trx, { number: phoneNumber, accountId: row.id }))) {
    await addAccount(trx, row);
    const way = { accountId: row.id, provider: 'phone', authTime: now, now };
    const account = { ...row, ...owningNothing, phone_number: phoneNumber };
    return { account, started: await startSession(trx, way), isNewUser: true };
  }
  const accountId = await findPhoneOwner(trx, phoneNumber);
  if (accountId === undefined) throw refuse('USER_NOT_FOUND');
  const entry = await letIn(trx, { accountId, provider: 'phone', now });
  // Unlinked while this one looked.
  if (entry.account.phone_number !== phoneNumber) throw refuse('USER_NOT_FOUND');
  return { ...entry, isNewUser: false };
}

/** `proven`: by an earlier proof, of which no other is made. */
type Link = { caller: Caller; phoneNumber: string; proven: boolean; now: number };

/** Adds the number to the caller's account; when another account owns it, that account's owner gets a proof instead. */
async function link(trx: Trx, services: Services, { caller, phoneNumber, proven, now }: Link) {
  const { id } = caller.account;
  if (!(await changeAccount(trx, id, { last_login_at: now }))) throw refuse('USER_NOT_FOUND');
  if (!(await touchSession(trx, caller.session.id, now))) throw refuse('TOKEN_EXPIRED');
  const factors = await findFactors(trx, id);
  if (factors.some(({ kind }) => kind === 'phone')) {
    throw refuse(
      'UNSUPPORTED_FIRST_FACTOR',
      'A phone number cannot be set as a first factor on an SMS based MFA user.',
    );
  }
  if (caller.account.phone_number !== phoneNumber) {
    if (!isAnonymous(caller.account)) demandRecentSignIn(services, caller);
    if (!(await claimPhone(trx, { number: phoneNumber, accountId: id }))) {
      if (proven) throw refuse('PHONE_NUMBER_EXISTS');
      return keepProof(trx, phoneNumber, now);
    }
  }
  const account = await findAccount(trx, id);
  if (!account) throw refuse('USER_NOT_FOUND');
  const started = await startSession(trx, {
    accountId: id,
    provider: 'phone',
    secondFactor: secondFactorOf(caller.session),
    authTime: caller.session.auth_time,
    now,
  });
  return { account, started, isNewUser: false };
}

async function keepProof(trx: Trx, phoneNumber: string, now: number) {
  const temporaryProof = newSecret();
  await addTextCode(trx, {
    hash: hashSecret(temporaryProof),
    purpose: 'proof',
    phone_number: phoneNumber,
    code_hash: null,
    account_id: null,
    pending_hash: null,
    factor_id: null,
    tries: 0,
    expires_at: now + TEXT_CODE_LIFE,
  });
  return { temporaryProof, temporaryProofExpiresIn: String(TEXT_CODE_LIFE / 1000) };
}
