import type { Kysely, Transaction } from 'kysely';
import { keptQuery } from '#platform/database/kept-query.ts';
import type {
  FactorTable,
  IdentityTables,
  PendingSignInTable,
  TotpEnrolmentTable,
} from '../schema/tables.ts';

type Db = Kysely<IdentityTables>;
type Trx = Transaction<IdentityTables>;

/** The account's second factors, the oldest first. */
export function findFactors(db: Db, accountId: string): Promise<FactorTable[]> {
  return factorsOf(db, { accountId }).execute();
}

const factorsOf = keptQuery(['accountId'], (db: Db, { accountId }: { accountId: string }) =>
  db
    .selectFrom('identity_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('enrolled_at')
    .orderBy('id'),
);

/** To be called with the account's row held: how many there may be is counted before. */
export async function addFactor(trx: Trx, factor: FactorTable): Promise<void> {
  await trx.insertInto('identity_factor').values(factor).execute();
}

export async function removeFactor(
  trx: Trx,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const row = await trx
    .deleteFrom('identity_factor')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeFactorsOf(trx: Trx, accountId: string): Promise<void> {
  await trx.deleteFrom('identity_factor').where('account_id', '=', accountId).execute();
}

/** Remembers the step of a code that is used now; false when it, or a later one, was used before. */
export async function takeStep(
  trx: Trx,
  { id, accountId, step }: { id: string; accountId: string; step: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('identity_factor')
    .set({ last_totp_step: step })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('last_totp_step', 'is', null), eb('last_totp_step', '<', step)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function addPendingSignIn(trx: Trx, pending: PendingSignInTable): Promise<void> {
  await trx.insertInto('identity_pending_sign_in').values(pending).execute();
}

/** What is still open: not too old, and with tries left. */
type Open = { hash: string; most: number; now: number };

export function findPendingSignIn(
  db: Db,
  { hash, most, now }: Open,
): Promise<PendingSignInTable | undefined> {
  return db
    .selectFrom('identity_pending_sign_in')
    .selectAll()
    .where('hash', '=', hash)
    .where('tries', '<', most)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Counts a try before anybody looks at it, so that tries sent at once gain nothing; nothing when none is left. */
export function tryPendingSignIn(db: Db, { hash, most, now }: Open): Promise<PendingSignInTable | undefined> {
  return db
    .updateTable('identity_pending_sign_in')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hash)
    .where('tries', '<', most)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function takePendingSignIn(trx: Trx, hash: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('identity_pending_sign_in')
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** The account's only one: a new start forgets the one before. */
export async function addTotpEnrolment(trx: Trx, enrolment: TotpEnrolmentTable): Promise<void> {
  await trx.deleteFrom('identity_totp_enrolment').where('account_id', '=', enrolment.account_id).execute();
  await trx.insertInto('identity_totp_enrolment').values(enrolment).execute();
}

export function findTotpEnrolment(
  db: Db,
  { hash, accountId }: { hash: string; accountId: string },
): Promise<TotpEnrolmentTable | undefined> {
  return db
    .selectFrom('identity_totp_enrolment')
    .selectAll()
    .where('hash', '=', hash)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

export function tryTotpEnrolment(
  db: Db,
  { hash, accountId, most, now }: Open & { accountId: string },
): Promise<TotpEnrolmentTable | undefined> {
  return db
    .updateTable('identity_totp_enrolment')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('hash', '=', hash)
    .where('account_id', '=', accountId)
    .where('tries', '<', most)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();
}

export async function takeTotpEnrolment(trx: Trx, hash: string): Promise<boolean> {
  const row = await trx
    .deleteFrom('identity_totp_enrolment')
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Factors added from then on. */
export async function removeFactorsSince(
  trx: Trx,
  { accountId, since }: { accountId: string; since: number },
): Promise<void> {
  await trx
    .deleteFrom('identity_factor')
    .where('account_id', '=', accountId)
    .where('enrolled_at', '>=', since)
    .execute();
}

/** What was begun and never finished. */
export async function removeExpiredFactorSteps(db: Db, before: number): Promise<void> {
  await db.deleteFrom('identity_pending_sign_in').where('expires_at', '<', before).execute();
  await db.deleteFrom('identity_totp_enrolment').where('expires_at', '<', before).execute();
}
