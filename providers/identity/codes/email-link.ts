import type { Transaction } from 'kysely';
import { isAnonymous } from '../accounts/account.ts';
import { moveEmail } from '../accounts/credentials.ts';
import { newAccount } from '../accounts/new-account.ts';
import { proveByEmail } from '../accounts/prove-address.ts';
import {
  addAccount,
  changeAccount,
  claimEmail,
  findAccount,
  findAccountByEmail,
} from '../accounts/repository.ts';
import { readEmail } from '../accounts/values.ts';
import { refuse } from '../http/errors.ts';
import type { Fields } from '../http/fields.ts';
import type { Language } from '../http/language.ts';
import type { IdentityTables } from '../schema/tables.ts';
import type { Call, Services } from '../services.ts';
import { endSessions } from '../sessions/end.ts';
import { describeEntry, type Entry, letIn } from '../sessions/let-in.ts';
import { touchSession } from '../sessions/repository.ts';
import {
  authenticate,
  type Caller,
  demandRecentSignIn,
  secondFactorOf,
  startSession,
} from '../sessions/rules.ts';
import { readCode } from './redeem.ts';
import { type Code, takeCode } from './repository.ts';
import { countRecovery } from './send.ts';

type Trx = Transaction<IdentityTables>;
type Proven = { email: string; language: Language; now: number };
type Arrival = Entry & { isNewUser: boolean };

/** How the tokens name it: a mailed link counts as the password way. */
const provider = 'password';

/** `accounts:signInWithEmailLink`: signs in who reads a mailbox, or gives its address to the account of `idToken`. */
export async function signInWithEmailLink(services: Services, { fields, language, address }: Call) {
  const code = await readLink(services, fields);
  const { email } = code;
  const idToken = fields.text('idToken');
  const caller = idToken ? await authenticate(services, idToken) : undefined;
  const proven = { email, language, now: services.clock() };
  const former = caller?.account.email ?? email;
  if (former !== email) await countRecovery(services, address, former);

  const arrival = await services.db.transaction().execute(async (trx) => {
    if (!(await takeCode(trx, code.hash))) throw refuse('INVALID_OOB_CODE');
    return caller ? link(trx, services, { ...proven, caller }) : enter(trx, services, proven);
  });
  await services.limits.passwords.right(address, email);
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    localId: arrival.account.id,
    email,
    isNewUser: arrival.isNewUser,
    ...(await describeEntry(services, arrival)),
  };
}

async function readLink(services: Services, fields: Fields): Promise<Code> {
  const given = fields.text('email');
  if (!given) throw refuse('MISSING_EMAIL');
  const email = readEmail(given);
  const oobCode = fields.text('oobCode');
  if (!oobCode) throw refuse('MISSING_OOB_CODE');
  const code = await readCode(services, oobCode, ['EMAIL_SIGNIN']);
  if (code.email !== email) {
    throw refuse('INVALID_EMAIL', 'The email provided does not match the sign-in email address.');
  }
  return code;
}

/** Into the account of that address, or a new one: whose it is the claim decides. */
async function enter(trx: Trx, services: Services, proven: Proven): Promise<Arrival> {
  const { email, now } = proven;
  const row = { ...newAccount(now), email_link: 1 };
  const claim = () => claimEmail(trx, { email, accountId: row.id, verified: true });
  const owner = (await claim()) ? undefined : await findOwner(trx, services, proven);
  if (owner === undefined) {
    if (!(await claim())) throw refuse('USER_NOT_FOUND');
    await addAccount(trx, row);
  }
  const accountId = owner ?? row.id;
  return { ...(await letIn(trx, { accountId, provider, now })), isNewUser: owner === undefined };
}

/** Whose account the address is; undefined when it was another person's until now. */
async function findOwner(
  trx: Trx,
  services: Services,
  { email, language, now }: Proven,
): Promise<string | undefined> {
  const id = (await findAccountByEmail(trx, email))?.id;
  if (id === undefined || !(await changeAccount(trx, id, {}))) throw refuse('USER_NOT_FOUND');
  const account = await findAccount(trx, id);
  if (account?.email !== email) throw refuse('USER_NOT_FOUND');
  if (account.disabled === 1) throw refuse('USER_DISABLED');
  if (!(await proveByEmail(trx, services, { account, language, now }))) return undefined;
  await changeAccount(trx, id, { email_link: 1 });
  return id;
}

async function link(
  trx: Trx,
  services: Services,
  { caller, email, language, now }: Proven & { caller: Caller },
): Promise<Arrival> {
  const { session } = caller;
  const id = caller.account.id;
  if (!(await changeAccount(trx, id, { email_link: 1, last_login_at: now }))) throw refuse('USER_NOT_FOUND');
  if (!(await touchSession(trx, session.id, now))) throw refuse('TOKEN_EXPIRED');
  const before = await findAccount(trx, id);
  if (!before) throw refuse('USER_NOT_FOUND');
  const isOther = before.email !== email;
  if (isOther && !isAnonymous(before)) demandRecentSignIn(services, caller);
  if (!(await moveEmail(trx, services, { account: before, email, verified: true, language, now }))) {
    throw refuse('EMAIL_EXISTS');
  }
  if (isOther && before.email !== null) await endSessions(trx, services, { accountId: id, now });
  // The holder of the mailbox knows the password, too: a session of such an account began with it.
  if (!isOther && session.sign_in_provider === 'password') await changeAccount(trx, id, { unproven: 0 });
  const account = await findAccount(trx, id);
  if (!account) throw refuse('USER_NOT_FOUND');
  const way = {
    accountId: id,
    provider,
    secondFactor: secondFactorOf(session),
    authTime: session.auth_time,
    now,
  };
  return { account, started: await startSession(trx, way), isNewUser: false };
}
