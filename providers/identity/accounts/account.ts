import type { AccountTable } from '../schema/tables.ts';

/** An account with the address that it owns. */
export type Account = AccountTable & { email: string | null; verified: number | null };

/** Identity Toolkit's word for a hash that is none of anybody's business. */
const REDACTED = 'UkVEQUNURUQ=';

export function isAnonymous(account: Account): boolean {
  return account.email === null && account.password_hash === null;
}

/** What the answers of sign-in, update and lookup share. */
export function describeAccount(account: Account) {
  return {
    localId: account.id,
    ...(account.email !== null && { email: account.email, emailVerified: account.verified === 1 }),
    ...(account.display_name !== null && { displayName: account.display_name }),
    ...(account.photo_url !== null && { photoUrl: account.photo_url }),
    ...(account.password_hash !== null && { passwordHash: REDACTED }),
    providerUserInfo: describeProviders(account),
  };
}

/** The SDK reads the instants as texts. */
export function describeUser(account: Account) {
  return {
    ...describeAccount(account),
    ...(account.password_changed_at !== null && { passwordUpdatedAt: account.password_changed_at }),
    validSince: String(Math.floor((account.password_changed_at ?? account.created_at) / 1000)),
    disabled: account.disabled === 1,
    createdAt: String(account.created_at),
    lastLoginAt: String(account.last_login_at),
  };
}

function describeProviders(account: Account) {
  if (account.password_hash === null || account.email === null) return [];
  return [
    {
      providerId: 'password',
      federatedId: account.email,
      rawId: account.email,
      email: account.email,
      ...(account.display_name !== null && { displayName: account.display_name }),
      ...(account.photo_url !== null && { photoUrl: account.photo_url }),
    },
  ];
}
