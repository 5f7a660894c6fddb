import { errors, type JWTPayload } from 'jose';
import { isStorableText, isVisible } from '#platform/text.ts';
import { isEmail } from '../accounts/values.ts';
import type { GoogleRow } from '../schema/tables.ts';

/** The profile in a verified Google ID token. */
export type GoogleProfile = {
  /** `sub`: never changes and is never reused. */
  subject: string;
  /** In lower case. */
  email: string | undefined;
  /** Google has verified the address and is the authority for it. */
  verified: boolean;
  name: string | undefined;
  givenName: string | undefined;
  familyName: string | undefined;
  picture: string | undefined;
};

/** A verified ID token. */
export type VerifiedProfile = {
  idToken: string;
  claims: JWTPayload;
  profile: GoogleProfile;
  /** The access token sent with the ID token. It is not verified, and only returned to the client. */
  accessToken?: string;
};

const MAX_SUBJECT_LENGTH = 255;
const MAX_LENGTH = 2048;

/** @throws JOSEError when the token has no valid subject */
export function readProfile(claims: JWTPayload): GoogleProfile {
  const subject = text(claims.sub);
  if (!subject || subject.length > MAX_SUBJECT_LENGTH)
    throw new errors.JWTInvalid('The token has no valid subject.');
  const address = text(claims.email)?.toLowerCase();
  const email = address && isEmail(address) ? address : undefined;
  const verified = claims.email_verified === true && isAuthority(claims, address);
  const [name, givenName, familyName] = [claims.name, claims.given_name, claims.family_name].map(nameText);
  const picture = text(claims.picture) || undefined;
  return { subject, email, verified, name, givenName, familyName, picture };
}

const GOOGLE_ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];

/**
 * Google is the authority for gmail.com and for the domains that it hosts (`hd`). Any other address may have
 * changed hands since Google verified it. Other issuers are trusted as configured.
 * https://developers.google.com/identity/gsi/web/guides/verify-google-id-token
 */
function isAuthority({ iss, hd }: JWTPayload, email: string | undefined): boolean {
  if (!GOOGLE_ISSUERS.includes(iss ?? '')) return true;
  return Boolean(email?.endsWith('@gmail.com') || text(hd));
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= MAX_LENGTH && isStorableText(value) ? value : undefined;

const nameText = (value: unknown): string | undefined => {
  const name = text(value);
  return name !== undefined && isVisible(name) ? name : undefined;
};

export function toGoogleRow({ subject, email, name, picture }: GoogleProfile, account_id: string): GoogleRow {
  const profile = { email: email ?? null, display_name: name ?? null, photo_url: picture ?? null };
  return { subject, account_id, ...profile };
}

/** Returns the fields of every response about a Google identity. */
export function describeProfile({ profile, idToken }: VerifiedProfile) {
  const { subject, email, verified, name, givenName, familyName, picture } = profile;
  const scope = 'https://www.googleapis.com/auth/userinfo';
  // Same spelling as Google's user info endpoint.
  const rawUserInfo = {
    id: subject,
    granted_scopes: ['openid', `${scope}.profile`, ...(email ? [`${scope}.email`] : [])].join(' '),
    verified_email: verified,
    locale: 'en',
    name,
    given_name: givenName,
    family_name: familyName,
    email,
    picture,
  };
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    context: '',
    providerId: 'google.com',
    federatedId: `https://accounts.google.com/${subject}`,
    email,
    emailVerified: verified,
    displayName: name,
    fullName: name,
    firstName: givenName,
    lastName: familyName,
    photoUrl: picture,
    rawUserInfo: JSON.stringify(rawUserInfo),
    oauthIdToken: idToken,
  };
}
