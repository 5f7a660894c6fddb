import type { Database } from '#platform/database/open.ts';
import { changeAccount, findAccount, findAccountByEmail } from './accounts/repository.ts';
import { addGeneration, newestGenerations } from './keys/repository.ts';
import { removeRowsOf } from './schema/repository.ts';
import type { Db, IdentityTables } from './schema/tables.ts';
import { markEnded } from './sessions/repository.ts';

/** Whom an email or a localId names. */
export const accountIdOf = async (db: Database, who: string): Promise<string | undefined> =>
  (await findAnyAccount(db.withTables<IdentityTables>(), who))?.id;

/** Locks a person out, by email or localId: every session ends. False when there is no such account. */
export function disableUser(db: Database, who: string): Promise<boolean> {
  return setDisabled(db, who, true);
}

/** Lets a person sign in again. False when there is no such account. */
export function enableUser(db: Database, who: string): Promise<boolean> {
  return setDisabled(db, who, false);
}

/** For a person whose phone or app is gone; every session ends. False when there is no such account. */
export async function removeSecondFactors(database: Database, who: string): Promise<boolean> {
  const db = database.withTables<IdentityTables>();
  const account = await findAnyAccount(db, who);
  if (!account) return false;
  return db.transaction().execute(async (trx) => {
    if (!(await changeAccount(trx, account.id, {}))) return false;
    await removeRowsOf(trx, account.id, 'identity_factor');
    await markEnded(trx, { accountId: account.id, now: Date.now() });
    return true;
  });
}

/** Signs with a new key from now on (within a minute); tokens of the one before stay good until the next change. */
export async function replaceSigningKey(database: Database): Promise<void> {
  const db = database.withTables<IdentityTables>();
  const [newest] = await newestGenerations(db);
  await addGeneration(db, { generation: (newest?.generation ?? 0) + 1, created_at: Date.now() });
}

async function setDisabled(database: Database, who: string, disabled: boolean): Promise<boolean> {
  const db = database.withTables<IdentityTables>();
  const account = await findAnyAccount(db, who);
  if (!account) return false;
  return db.transaction().execute(async (trx) => {
    const there = await changeAccount(trx, account.id, { disabled: disabled ? 1 : 0 });
    if (disabled) await markEnded(trx, { accountId: account.id, now: Date.now() });
    return there;
  });
}

const findAnyAccount = async (db: Db, who: string) =>
  (await findAccount(db, who)) ?? (await findAccountByEmail(db, who.toLowerCase()));
