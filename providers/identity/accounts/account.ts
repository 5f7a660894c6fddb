import type { AccountTable, FactorTable } from '../schema/tables.ts';
import { describeOwnFactor } from '../second-factors/factor.ts';

/** An account with what it owns: an address, a phone number, a Google identity. */
export type Account = AccountTable & {
  email: string | null;
  verified: number | null;
  phone_number: string | null;
  google_subject: string | null;
  google_email: string | null;
  google_display_name: string | null;
  google_photo_url: string | null;
};

/** What an account owns before anything was claimed for it. */
export const owningNothing = {
  email: null,
  verified: null,
  phone_number: null,
  google_subject: null,
  google_email: null,
  google_display_name: null,
  google_photo_url: null,
};

/** Identity Toolkit's word for a hash that is none of anybody's business. */
const REDACTED = 'UkVEQUNURUQ=';

export function isAnonymous(account: Account): boolean {
  return (
    account.email === null &&
    account.password_hash === null &&
    account.phone_number === null &&
    account.google_subject === null
  );
}

/** What the answers of sign-in, update and lookup share. */
export function describeAccount(account: Account) {
  return {
    localId: account.id,
    ...(account.email !== null && { email: account.email, emailVerified: account.verified === 1 }),
    ...(account.phone_number !== null && { phoneNumber: account.phone_number }),
    ...(account.display_name !== null && { displayName: account.display_name }),
    ...(account.photo_url !== null && { photoUrl: account.photo_url }),
    ...(account.password_hash !== null && { passwordHash: REDACTED }),
    providerUserInfo: describeProviders(account),
  };
}

/** The SDK reads the instants as texts. */
export function describeUser(account: Account, factors: readonly FactorTable[]) {
  return {
    ...describeAccount(account),
    ...(account.password_changed_at !== null && { passwordUpdatedAt: account.password_changed_at }),
    ...(account.email_link === 1 && { emailLinkSignin: true }),
    ...(factors.length > 0 && { mfaInfo: factors.map(describeOwnFactor) }),
    validSince: String(Math.floor((account.password_changed_at ?? account.created_at) / 1000)),
    disabled: account.disabled === 1,
    createdAt: String(account.created_at),
    lastLoginAt: String(account.last_login_at),
  };
}

function describeProviders(account: Account) {
  return [describePassword(account), describeGoogle(account), describePhone(account)].filter(
    (provider) => provider !== undefined,
  );
}

/** A mailed link signs in under the same name. */
function describePassword(account: Account) {
  if (account.email === null || (account.password_hash === null && account.email_link === 0))
    return undefined;
  return {
    providerId: 'password',
    federatedId: account.email,
    rawId: account.email,
    email: account.email,
    ...(account.display_name !== null && { displayName: account.display_name }),
    ...(account.photo_url !== null && { photoUrl: account.photo_url }),
  };
}

function describeGoogle(account: Account) {
  if (account.google_subject === null) return undefined;
  return {
    providerId: 'google.com',
    federatedId: account.google_subject,
    rawId: account.google_subject,
    ...(account.google_email !== null && { email: account.google_email }),
    ...(account.google_display_name !== null && { displayName: account.google_display_name }),
    ...(account.google_photo_url !== null && { photoUrl: account.google_photo_url }),
  };
}

function describePhone({ phone_number: phoneNumber }: Account) {
  if (phoneNumber === null) return undefined;
  return { providerId: 'phone', rawId: phoneNumber, phoneNumber };
}
