import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { Language } from '#contract/languages.ts';
import { AppError } from '#platform/errors.ts';

/** The claims of a verified ID token. `issuedAt` and `expiresAt` are in ms, rounded to seconds. */
export type IdTokenClaims = {
  id: string;
  email?: string;
  /** Whether the provider verified the address. Present only with `email`. */
  emailVerified?: boolean;
  /** Id of the identity session (`sid`). Absent if the provider's tokens contain none. */
  sessionId?: string;
  issuedAt: number;
  /** When the user last authenticated (`auth_time`), in ms. */
  authTime?: number;
  /** The second factor of the sign-in, such as `totp`. */
  secondFactor?: string;
  expiresAt: number;
};

/** The part of an Identity Toolkit account that concerns the user. Instants are ms as text. */
export type AccountRecord = {
  email?: string;
  emailVerified?: boolean;
  displayName?: string;
  photoUrl?: string;
  phoneNumber?: string;
  providerUserInfo: {
    providerId: string;
    email?: string;
    displayName?: string;
    photoUrl?: string;
    phoneNumber?: string;
  }[];
  mfaInfo?: { displayName?: string; phoneInfo?: string; enrolledAt: string }[];
  createdAt: string;
  lastLoginAt: string;
  /** Only the built-in provider returns passkeys. */
  passkeys?: { name?: string; createdAt: string; lastUsedAt?: string }[];
  /** Only the built-in provider returns sessions. */
  sessions?: {
    provider: string;
    browser?: string;
    signedInAt: string;
    lastUsedAt: string;
    endedAt?: string;
  }[];
};

export type IdentityService = {
  /**
   * Verifies an ID token.
   * @throws AppError not-signed-in (401: unreadable or expired), credentials-refused (403: signature, issuer,
   * audience), unavailable (503: the provider's keys cannot be read)
   */
  verify(idToken: string): Promise<IdTokenClaims>;
  /**
   * Returns undefined if the session is no longer active at the provider. Hosted Firebase cannot be queried,
   * so all of its sessions count as active. `signedInAt`: when the person signed in, in ms.
   */
  findActiveSession(session: {
    userId: string;
    sessionId: string | undefined;
  }): Promise<{ signedInAt?: number } | undefined>;
  /**
   * Emails the link that confirms the account's address, unless it is confirmed. Only the built-in provider
   * does so.
   */
  sendConfirmation(userId: string, language: Language): Promise<void>;
  /** Deletes the account, if it exists. */
  removeAccount(userId: string): Promise<void>;
  /** Returns the account, or undefined if it is gone or the provider does not allow the lookup. */
  describeAccount(userId: string): Promise<AccountRecord | undefined>;
};

export type IdentityOptions = {
  issuer: string;
  audience: string;
  /** Returns the public key of a token. */
  findKey: JWTVerifyGetKey;
  algorithms: string[];
  /**
   * The accounts of the built-in provider. Hosted Firebase allows access to its accounts only with a service
   * account.
   */
  accounts?: Omit<IdentityService, 'verify'>;
};

const noAccounts: Omit<IdentityService, 'verify'> = {
  findActiveSession: async () => ({}),
  removeAccount: async () => {},
  sendConfirmation: async () => {},
  describeAccount: async () => undefined,
};

/** Creates the adapter for our own provider and for hosted Firebase, which sign the same claims. */
export const createIdentity = ({
  findKey,
  accounts = noAccounts,
  ...claims
}: IdentityOptions): IdentityService => ({
  ...accounts,
  async verify(idToken) {
    try {
      const required = { requiredClaims: ['sub', 'exp', 'iat'] };
      const { payload } = await jwtVerify(idToken, findKey, { ...claims, ...required });
      return toClaims(payload);
    } catch (error) {
      throw toTokenError(error);
    }
  },
});

/** Creates the adapter for a project of hosted Firebase. */
export const createFirebaseIdentity = (projectId: string, fetchKeys: typeof fetch): IdentityService =>
  createIdentity({
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    findKey: createRemoteJWKSet(
      new URL('https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'),
      { [customFetch]: fetchKeys },
    ),
    algorithms: ['RS256'],
  });

function toClaims({
  sub,
  email,
  email_verified,
  sid,
  iat,
  exp,
  auth_time: authTime,
  firebase,
}: JWTPayload): IdTokenClaims {
  if (!sub) throw new AppError('credentials-refused');
  const claims: IdTokenClaims = { id: sub, issuedAt: Number(iat) * 1000, expiresAt: Number(exp) * 1000 };
  if (typeof email === 'string' && email) {
    claims.email = email.toLowerCase();
    claims.emailVerified = email_verified === true;
  }
  if (typeof sid === 'string' && sid) claims.sessionId = sid;
  if (typeof authTime === 'number') claims.authTime = authTime * 1000;
  const { sign_in_second_factor: secondFactor } = (firebase ?? {}) as { sign_in_second_factor?: unknown };
  if (typeof secondFactor === 'string' && secondFactor) claims.secondFactor = secondFactor;
  return claims;
}

/**
 * Converts an error from verifying an ID token or access token to 401 for an unreadable or expired token, 403
 * for an invalid one, and otherwise 503.
 */
export function toTokenError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const isUnreadable =
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTInvalid;
  if (isUnreadable) return new AppError('not-signed-in', { cause: error });
  const isInvalid =
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC';
  return new AppError(isInvalid ? 'credentials-refused' : 'unavailable', { cause: error });
}
