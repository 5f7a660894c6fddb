import type { AliasableExpression } from 'kysely';
import type { Db, Trx } from '#server/db/tables.ts';

/**
 * An account at the built-in identity provider. Instants are in ms. `lastSignInAt` is 0 for an account that
 * never signed in.
 */
export type IdentityAccount = {
  id: string;
  email: string | null;
  emailVerified: boolean;
  isDisabled: boolean;
  /** Number of verification methods (second factors). */
  verificationMethods: number;
  createdAt: number;
  lastSignInAt: number;
};

/** The current address of an account, in lower case. */
export type AccountAddress = { email: string; isConfirmed: boolean };

/**
 * Operations of an owner or the operator on accounts of the built-in identity provider, whose tables are in
 * the same database. Changes are part of the caller's transaction, and return the ids of the sessions that
 * they ended, or undefined if there is no such account.
 */
export type IdentityAccounts = {
  find(trx: Trx, emailOrId: string): Promise<IdentityAccount | undefined>;
  /** Returns the addresses of these accounts, keyed by id. Omits accounts without an address. */
  listAddresses(db: Db, ids: readonly string[]): Promise<Map<string, AccountAddress>>;
  /** Returns a subquery of the accounts whose address is confirmed. */
  selectConfirmed(db: Db): AliasableExpression<{ id: string }>;
  disable(trx: Trx, id: string): Promise<string[] | undefined>;
  enable(trx: Trx, id: string): Promise<string[] | undefined>;
  /** Marks the account's address as verified. Ends no session. */
  confirmAddress(trx: Trx, id: string): Promise<string[] | undefined>;
  signOut(trx: Trx, id: string): Promise<string[] | undefined>;
  /**
   * Ends the sessions of a sign-in (`signedInAt` of `findActiveSession`), including those that continue it.
   */
  endSignIn(trx: Trx, signIn: { id: string; signedInAt: number }): Promise<string[] | undefined>;
  removeVerificationMethods(trx: Trx, id: string): Promise<string[] | undefined>;
  /** Marks an address as verified if it belongs to the account. Otherwise returns false. */
  verifyEmail(trx: Trx, account: { id: string; email: string }): Promise<boolean>;
};
