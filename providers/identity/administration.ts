import type { Database } from '#platform/database/open.ts';
import { findAccount, findAccountByEmail, updateAccountRow } from './accounts/repository.ts';
import { addGeneration, newestGenerations } from './keys/repository.ts';
import { removeRowsOf } from './schema/repository.ts';
import type { Db, IdentityTables, Trx } from './schema/tables.ts';
import { markEnded } from './sessions/repository.ts';

/** Whom an email or a localId names. */
export const findAccountId = async (db: Database, identifier: string): Promise<string | undefined> =>
  (await findAnyAccount(db.withTables<IdentityTables>(), identifier))?.id;

/** Locks a person out, by email or localId: every session ends. False when there is no such account. */
export const disableUser = (db: Database, identifier: string): Promise<boolean> =>
  updateAnyAccount(db, identifier, { disabled: 1 }, endAllSessions);

/** Lets a person sign in again. False when there is no such account. */
export const enableUser = (db: Database, identifier: string): Promise<boolean> =>
  updateAnyAccount(db, identifier, { disabled: 0 });

/** For a person whose phone or app is gone; every session ends. False when there is no such account. */
export const removeSecondFactors = (db: Database, identifier: string): Promise<boolean> =>
  updateAnyAccount(db, identifier, {}, async (trx, id) => {
    await removeRowsOf(trx, id, 'identity_factor');
    await endAllSessions(trx, id);
  });

/** Signs with a new key from now on (within a minute); tokens of the one before stay good until the next change. */
export async function replaceSigningKey(database: Database): Promise<void> {
  const db = database.withTables<IdentityTables>();
  const [newest] = await newestGenerations(db);
  await addGeneration(db, { generation: (newest?.generation ?? 0) + 1, created_at: Date.now() });
}

async function updateAnyAccount(
  database: Database,
  identifier: string,
  changes: { disabled?: number },
  afterUpdate?: (trx: Trx, id: string) => Promise<unknown>,
): Promise<boolean> {
  const db = database.withTables<IdentityTables>();
  const account = await findAnyAccount(db, identifier);
  if (!account) return false;
  return db.transaction().execute(async (trx) => {
    if (!(await updateAccountRow(trx, account.id, changes))) return false;
    await afterUpdate?.(trx, account.id);
    return true;
  });
}

const endAllSessions = (trx: Trx, accountId: string) => markEnded(trx, { accountId, now: Date.now() });

const findAnyAccount = async (db: Db, identifier: string) =>
  (await findAccount(db, identifier)) ?? (await findAccountByEmail(db, identifier.toLowerCase()));
