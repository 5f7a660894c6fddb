import { newId } from '#platform/ids.ts';
import { describeOwnFactor } from '../mfa/factor.ts';
import type { AccountRow, FactorRow } from '../schema/tables.ts';

/** An account with its email address, phone number and Google identity. */
export type Account = AccountRow & {
  email: string | null;
  verified: number | null;
  phone_number: string | null;
  google_subject: string | null;
  google_email: string | null;
  google_display_name: string | null;
  google_photo_url: string | null;
};

export function newAccount(now: number): AccountRow {
  return {
    id: newId(),
    display_name: null,
    photo_url: null,
    password_hash: null,
    password_changed_at: null,
    disabled: 0,
    email_link: 0,
    unproven: 0,
    initial_email: null,
    created_at: now,
    last_login_at: now,
  };
}

/** Identity Toolkit's placeholder for a password hash. */
const REDACTED = 'UkVEQUNURUQ=';

export function isAnonymous(account: Account): boolean {
  const { email, password_hash, phone_number, google_subject } = account;
  return [email, password_hash, phone_number, google_subject].every((method) => method === null);
}

/** Returns the account fields that sign-in, update and lookup responses share. */
export function describeAccount(account: Account) {
  return {
    localId: account.id,
    ...(account.email !== null && { email: account.email, emailVerified: account.verified === 1 }),
    ...(account.phone_number !== null && { phoneNumber: account.phone_number }),
    ...describeProfile(account.display_name, account.photo_url),
    ...(account.password_hash !== null && { passwordHash: REDACTED }),
    providerUserInfo: [describePassword(account), describeGoogle(account), describePhone(account)].filter(
      (provider) => provider !== undefined,
    ),
  };
}

/** Returns the user record of `accounts:lookup`. The SDK expects timestamps as strings. */
export function describeUser(account: Account, factors: readonly FactorRow[], lastRefreshAt: number) {
  return {
    ...describeAccount(account),
    ...(account.password_changed_at !== null && { passwordUpdatedAt: account.password_changed_at }),
    ...(account.email_link === 1 && { emailLinkSignin: true }),
    ...(account.initial_email !== null && { initialEmail: account.initial_email }),
    ...(factors.length > 0 && { mfaInfo: factors.map(describeOwnFactor) }),
    validSince: String(Math.floor((account.password_changed_at ?? account.created_at) / 1000)),
    disabled: account.disabled === 1,
    createdAt: String(account.created_at),
    lastLoginAt: String(account.last_login_at),
    lastRefreshAt: new Date(lastRefreshAt).toISOString(),
  };
}

/** Email link sign-in also has the provider id `password`. */
function describePassword({ email, password_hash, email_link, display_name, photo_url }: Account) {
  if (email === null || (password_hash === null && email_link === 0)) return undefined;
  const profile = describeProfile(display_name, photo_url);
  return { providerId: 'password', federatedId: email, rawId: email, email, ...profile };
}

function describeGoogle(account: Account) {
  const { google_subject: subject, google_email: email } = account;
  if (subject === null) return undefined;
  const profile = describeProfile(account.google_display_name, account.google_photo_url);
  const owner = email !== null && { email };
  return { providerId: 'google.com', federatedId: subject, rawId: subject, ...owner, ...profile };
}

function describePhone({ phone_number: phoneNumber }: Account) {
  return phoneNumber === null ? undefined : { providerId: 'phone', rawId: phoneNumber, phoneNumber };
}

const describeProfile = (displayName: string | null, photoUrl: string | null) => ({
  ...(displayName !== null && { displayName }),
  ...(photoUrl !== null && { photoUrl }),
});
