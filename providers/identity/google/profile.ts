import { errors, type JWTPayload } from 'jose';
import { isStorable } from '#platform/text.ts';
import { isEmail } from '../accounts/values.ts';

/** A person as a checked ID token of Google's tells of them. */
export type GoogleProfile = {
  /** `sub`: never changes and is never given to another person. */
  subject: string;
  /** In lower case. */
  email?: string;
  verified: boolean;
  name?: string;
  givenName?: string;
  familyName?: string;
  picture?: string;
};

/** A checked ID token. */
export type Proven = { idToken: string; claims: JWTPayload; profile: GoogleProfile };

const LONGEST_SUBJECT = 255;
const LONGEST = 2048;

/** @throws JOSEError when the token names nobody */
export function profileOf(claims: JWTPayload): GoogleProfile {
  const subject = text(claims.sub);
  if (!subject || subject.length > LONGEST_SUBJECT) throw new errors.JWTInvalid('The token names nobody.');
  const email = text(claims.email)?.toLowerCase();
  const [name, givenName, familyName] = [claims.name, claims.given_name, claims.family_name].map(text);
  const picture = text(claims.picture);
  return {
    subject,
    ...(email && isEmail(email) && { email }),
    verified: claims.email_verified === true,
    ...(name && { name }),
    ...(givenName && { givenName }),
    ...(familyName && { familyName }),
    ...(picture && { picture }),
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= LONGEST && isStorable(value) ? value : undefined;
