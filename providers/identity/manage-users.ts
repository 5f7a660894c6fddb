import type { Database } from '#platform/database/open.ts';
import { findAccount, findAccountByEmail, updateAccountRow, verifyEmail } from './accounts/repository.ts';
import { addGeneration, findNewestGenerations } from './keys/repository.ts';
import { findFactors } from './mfa/repository.ts';
import { findPasskeys } from './passkeys/repository.ts';
import { removeAccountRows } from './schema/repository.ts';
import type { Db, IdentityTables, Trx } from './schema/tables.ts';
import { markSessionsEnded } from './sessions/repository.ts';

/** Returns the account with this email or localId. */
export async function findUser(db: Db, identifier: string) {
  const account = await findByIdOrEmail(db, identifier);
  if (!account) return undefined;
  return {
    id: account.id,
    email: account.email,
    emailVerified: account.verified === 1,
    isDisabled: account.disabled === 1,
    verificationMethods:
      (await findFactors(db, account.id)).length + (await findPasskeys(db, account.id)).length,
    createdAt: account.created_at,
    lastSignInAt: account.last_login_at,
  };
}

/** The ids of the sessions that a change ended, or undefined if no account has this email or localId. */
type EndedSessions = Promise<string[] | undefined>;

/** Disables the account and ends its sessions. */
export const disableUser = (trx: Trx, identifier: string): EndedSessions =>
  updateAnyAccount(trx, identifier, { disabled: 1 }, endAllSessions);

/** Enables a disabled account. */
export const enableUser = (trx: Trx, identifier: string): EndedSessions =>
  updateAnyAccount(trx, identifier, { disabled: 0 });

/** Marks the account's address as verified, for a person whom an owner knows. */
export const confirmAddressOf = (trx: Trx, identifier: string): EndedSessions =>
  updateAnyAccount(trx, identifier, {}, async (trx, accountId) => {
    const { email } = (await findAccount(trx, accountId)) ?? {};
    if (email) await verifyEmail(trx, { email, accountId });
    return [];
  });

/** Ends all sessions of the account. */
export const signOutUser = (trx: Trx, identifier: string): EndedSessions =>
  updateAnyAccount(trx, identifier, {}, endAllSessions);

/** Ends the session that began at this time (in ms), and the sessions that continue it. */
export const endSignIn = (trx: Trx, identifier: string, signedInAt: number): EndedSessions =>
  updateAnyAccount(trx, identifier, {}, (trx, accountId) =>
    markSessionsEnded(trx, { accountId, where: { auth_time: signedInAt }, now: Date.now() }),
  );

/** Removes the second factors and passkeys of a person who lost a device, and ends all sessions. */
export const removeSecondFactors = (trx: Trx, identifier: string): EndedSessions =>
  updateAnyAccount(trx, identifier, {}, async (trx, id) => {
    await removeAccountRows(trx, id, 'identity_factor', 'identity_passkey');
    return endAllSessions(trx, id);
  });

/**
 * Adds a signing key, used within a minute. Tokens of the previous key stay valid until the next replacement.
 */
export async function replaceSigningKey(database: Database): Promise<void> {
  const db = database.withTables<IdentityTables>();
  const [newest] = await findNewestGenerations(db);
  await addGeneration(db, { generation: (newest?.generation ?? 0) + 1, created_at: Date.now() });
}

async function updateAnyAccount(
  trx: Trx,
  identifier: string,
  changes: { disabled?: number },
  endSessions = async (_trx: Trx, _id: string): Promise<string[]> => [],
): EndedSessions {
  const account = await findByIdOrEmail(trx, identifier);
  if (!account || !(await updateAccountRow(trx, account.id, changes))) return undefined;
  return endSessions(trx, account.id);
}

const endAllSessions = (trx: Trx, accountId: string) =>
  markSessionsEnded(trx, { accountId, now: Date.now() });

const findByIdOrEmail = async (db: Db, identifier: string) =>
  (await findAccount(db, identifier)) ?? (await findAccountByEmail(db, identifier.toLowerCase()));
