import type { Db, Trx } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';
import type { AccountAddress, AccountAdministration } from '#server/integrations/account-administration.ts';
import { findUserByEmail, listStoredAddresses, readUser } from './repository.ts';

export type AddressDeps = {
  /** A transaction may ask too. */
  db: Db;
  /** Undefined if Firebase has the accounts, which the site cannot ask: then the last ID token counts. */
  accounts: Pick<AccountAdministration, 'listAddresses'> | undefined;
};

/**
 * Returns the current addresses of members, by id. Asks the identity provider, because an address may be changed or
 * confirmed there without signing in here.
 */
export async function listAddresses(
  { db, accounts }: AddressDeps,
  userIds: readonly string[],
): Promise<Map<string, AccountAddress>> {
  const stored = await listStoredAddresses(db, userIds);
  return accounts && stored.size > 0 ? accounts.listAddresses(db, [...stored.keys()]) : stored;
}

/** Returns the ids of those members whose address is confirmed. */
export async function listConfirmed(deps: AddressDeps, userIds: readonly string[]): Promise<Set<string>> {
  const found = [...(await listAddresses(deps, userIds))];
  return new Set(found.flatMap(([id, { isConfirmed }]) => (isConfirmed ? [id] : [])));
}

/** Returns the member's address if it is confirmed. */
export async function findConfirmedEmail(deps: AddressDeps, userId: string): Promise<string | undefined> {
  const address = (await listAddresses(deps, [userId])).get(userId);
  return address?.isConfirmed ? address.email : undefined;
}

/** Whether `email` is the member's address and confirmed. */
export const isEmailVerified = async (
  deps: AddressDeps,
  { userId, email }: Pick<Viewer, 'userId' | 'email'>,
): Promise<boolean> => (await findConfirmedEmail(deps, userId)) === email;

/** Finds the member who owns an address now, or has this id. */
export async function findMember(
  trx: Trx,
  accounts: Pick<AccountAdministration, 'find' | 'listAddresses'> | undefined,
  emailOrId: string,
) {
  const owner = await (accounts ? accounts.find(trx, emailOrId) : findUserByEmail(trx, emailOrId));
  const user = await readUser(trx, { userId: owner?.id ?? emailOrId });
  if (!user) return undefined;
  const { id: userId, language } = user;
  return {
    userId,
    language,
    isConfirmed: (await listConfirmed({ db: trx, accounts }, [userId])).has(userId),
  };
}
