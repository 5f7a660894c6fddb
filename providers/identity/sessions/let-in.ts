import { allOrNone } from '#platform/database/all-or-none.ts';
import { newSecret } from '#platform/ids.ts';
import { minutes } from '#platform/time.ts';
import type { Account } from '../accounts/account.ts';
import { changeAccount, findAccount, lockAccount, signingIn } from '../accounts/repository.ts';
import { refuse } from '../http/errors.ts';
import { hashSecret } from '../http/secret.ts';
import type { Db, FactorTable, Trx } from '../schema/tables.ts';
import { describeFactor } from '../second-factors/factor.ts';
import { addPendingSignIn, findFactors } from '../second-factors/repository.ts';
import type { Services } from '../services.ts';
import { markEnded } from './repository.ts';
import { newSession, type Started, startSession, tokensOf } from './rules.ts';

const PENDING_LIFE = minutes(10);

/** Somebody who has proven a first factor: signed in, or with a second factor still to prove. */
export type Entry = { account: Account } & (
  | { started: Started }
  | { owed: { pendingCredential: string; factors: FactorTable[] } }
);
export type Arrival = Entry & { isNewUser: boolean };

/** Every sign-in ends here once its first factor is proven; locks the account. @throws AppError USER_NOT_FOUND, USER_DISABLED */
export async function letIn(
  trx: Trx,
  { accountId, provider, now }: { accountId: string; provider: string; now: number },
): Promise<Entry> {
  const account = await lockAccount(trx, accountId);
  if (account.disabled === 1) throw refuse('USER_DISABLED');
  const factors = await findFactors(trx, accountId);
  if (factors.length === 0) {
    await changeAccount(trx, accountId, { last_login_at: now });
    return { account, started: await startSession(trx, { accountId, provider, authTime: now, now }) };
  }
  const pendingCredential = newSecret();
  await addPendingSignIn(trx, {
    hash: hashSecret(pendingCredential),
    account_id: accountId,
    sign_in_provider: provider,
    tries: 0,
    expires_at: now + PENDING_LIFE,
  });
  return { account, owed: { pendingCredential, factors } };
}

/**
 * The same after a right password, by one message to the database. Undefined, with nobody signed in, when the account has
 * changed since it was looked at or asks for a second factor.
 */
export async function letInAtOnce(db: Db, { id, password_hash: hash }: Account, now: number) {
  const way = { accountId: id, provider: 'password', authTime: now, now };
  const { started, statements } = newSession(db, way);
  const account = signingIn(db, { id, hash, now });
  if (await allOrNone(db, [['account', account], ...statements])) return undefined;
  // A statement that waited for the row did not see what else changed with it: a second factor, the address.
  const current = await findAccount(db, id);
  if (current && (await findFactors(db, id)).length === 0) return { account: current, started };
  await markEnded(db, { accountId: id, only: started.session.id, now });
  return undefined;
}

/** What a sign-in responds beside the person's fields: tokens, or what the second factor needs. */
export async function describeEntry(services: Services, entry: Entry) {
  if ('started' in entry) return tokensOf(services, entry.account, entry.started);
  const { pendingCredential, factors } = entry.owed;
  return { mfaPendingCredential: pendingCredential, mfaInfo: factors.map(describeFactor) };
}
