import type { AliasableExpression } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Core } from '#server/core.ts';
import type { Db, Trx } from '#server/db/tables.ts';
import type { AccountAddress, IdentityAccounts } from '#server/integrations/identity-accounts.ts';
import {
  findUserByEmail,
  getLanguage,
  listStoredEmails,
  readUser,
  selectStoredConfirmed,
} from './repository.ts';

export type AddressDeps = {
  /** Accepts a transaction. */
  db: Db;
  /** Undefined if Firebase has the accounts. The site cannot query them, so the last ID token counts. */
  accounts: Pick<IdentityAccounts, 'listAddresses'> | undefined;
};

/**
 * Returns the current addresses of members, keyed by id. Queries the built-in identity provider, where an
 * address can change or be confirmed without a sign-in to this site.
 */
export async function listAddresses(
  { db, accounts }: AddressDeps,
  userIds: readonly string[],
): Promise<Map<string, AccountAddress>> {
  const stored = await listStoredEmails(db, userIds);
  return accounts && stored.size > 0 ? accounts.listAddresses(db, [...stored.keys()]) : stored;
}

/** Returns the ids, among these, of members whose address is confirmed. */
export async function listConfirmedMembers(
  deps: AddressDeps,
  userIds: readonly string[],
): Promise<Set<string>> {
  const found = [...(await listAddresses(deps, userIds))];
  return new Set(found.flatMap(([id, { isConfirmed }]) => (isConfirmed ? [id] : [])));
}

/** Returns a subquery of the members whose address is confirmed, to count rows in the database. */
export const selectConfirmedMembers = ({
  db,
  accounts,
}: Pick<Core, 'db' | 'accounts'>): AliasableExpression<{ id: string }> =>
  accounts ? accounts.selectConfirmed(db) : selectStoredConfirmed(db);

export type ContactDeps = AddressDeps & {
  /** Whether an email server is configured. If not, emails are written to files on the server. */
  sendsEmail: () => Promise<boolean>;
};

/** Returns the ids of the members who can be emailed, which are none on a site without an email server. */
export const listReachableMembers = async (
  deps: ContactDeps,
  userIds: readonly string[],
): Promise<Set<string>> => ((await deps.sendsEmail()) ? listConfirmedMembers(deps, userIds) : new Set());

/** Returns undefined if the account or its address is gone. */
export const findAddress = async (deps: AddressDeps, userId: string): Promise<AccountAddress | undefined> =>
  (await listAddresses(deps, [userId])).get(userId);

export type RecipientDeps = AddressDeps & Pick<Core, 'languages'>;

/** Returns the language of messages to a member. */
export const readLanguage = async (
  { db, languages }: Pick<Core, 'db' | 'languages'>,
  userId: string,
): Promise<Language> => chooseLanguage(await languages(db), await getLanguage(db, userId));

/** Returns the person's language if the site shows it, otherwise the site's first one. */
export const chooseLanguage = (
  shown: readonly [Language, ...Language[]],
  preferred: Language | null | undefined,
): Language => shown.find((language) => language === preferred) ?? shown[0];

/**
 * Returns the address and the language for emails to a member. Returns undefined if the account or its
 * address is gone.
 */
export async function findRecipient(deps: RecipientDeps, userId: string) {
  const address = await findAddress(deps, userId);
  const language = await readLanguage(deps, userId);
  return address?.email ? { ...address, language } : undefined;
}

/** Finds the member who owns an address now, or has this id. */
export async function findMember(
  trx: Trx,
  accounts: Pick<IdentityAccounts, 'find' | 'listAddresses'> | undefined,
  emailOrId: string,
) {
  const owner = await (accounts ? accounts.find(trx, emailOrId) : findUserByEmail(trx, emailOrId));
  const user = await readUser(trx, { userId: owner?.id ?? emailOrId });
  if (!user) return undefined;
  const { id: userId, language } = user;
  const isConfirmed = (await findAddress({ db: trx, accounts }, userId))?.isConfirmed === true;
  return { userId, language, isConfirmed };
}
