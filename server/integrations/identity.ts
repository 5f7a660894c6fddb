import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { AppError } from '#platform/errors.ts';

/** The claims of a verified ID token. `issuedAt` and `expiresAt` are in ms, rounded to seconds. */
export type IdTokenClaims = {
  id: string;
  email?: string;
  /** Whether the provider verified the address. Present only with `email`. */
  emailVerified?: boolean;
  /** Id of the identity session (`sid`), if the provider has one. */
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
  /** Only our own provider has this. */
  passkeys?: { name?: string; createdAt: string; lastUsedAt?: string }[];
  /** Only our own provider has this. Hosted Firebase stores none. */
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
   * Verifies a logout token and returns the ids of the ended sessions.
   * @throws like `verify`
   */
  readLogoutToken(logoutToken: string): Promise<string[]>;
  /**
   * Returns undefined if the session is not active at the provider now; a logout token may still be on its way. Hosted Firebase
   * cannot be asked: there, every session counts as active. `signedInAt`: when the person signed in, in ms.
   * @throws AppError unavailable (503)
   */
  findActiveSession(session: {
    userId: string;
    sessionId: string | undefined;
  }): Promise<{ signedInAt?: number } | undefined>;
  /** Deletes the account, if it exists. */
  removeAccount(userId: string): Promise<void>;
  /**
   * Returns the account; undefined if it is gone or the provider does not allow the lookup.
   * @throws AppError unavailable (503)
   */
  describeAccount(userId: string): Promise<AccountRecord | undefined>;
};

export type IdentityOptions = {
  issuer: string;
  audience: string;
  jwksUrl: string;
  algorithms: string[];
  fetch: typeof fetch;
  /**
   * Administrative endpoints (`accounts:delete`, `:lookup`, `:lookupSession`), which hosted Firebase does not offer.
   */
  administration?: { accounts: string; token: string };
};

/** Creates the adapter for our own provider and for hosted Firebase: both publish keys and sign the same claims. */
export function createIdentity(options: IdentityOptions): IdentityService {
  const keys = createRemoteJWKSet(new URL(options.jwksUrl), { [customFetch]: options.fetch });
  const { issuer, audience, algorithms } = options;

  return {
    async verify(idToken) {
      try {
        const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
          issuer,
          audience,
          algorithms,
          requiredClaims: ['sub', 'exp', 'iat'],
        });
        if (protectedHeader.typ === logoutType) throw new AppError('credentials-refused');
        return toClaims(payload);
      } catch (error) {
        throw translate(error);
      }
    },
    async readLogoutToken(logoutToken) {
      try {
        const { payload } = await jwtVerify(logoutToken, keys, {
          issuer,
          audience,
          algorithms,
          typ: logoutType,
          requiredClaims: ['sub', 'exp', 'iat', 'jti', 'events', 'sids'],
        });
        return toEndedSessionIds(payload);
      } catch (error) {
        throw translate(error);
      }
    },
    async findActiveSession({ userId, sessionId }) {
      const response = await administer('lookupSession', { localId: userId, sessionId });
      if (!response) return {};
      if (!response.ok) throw new AppError('unavailable');
      const { active, ...session } = (await response.json()) as { active: boolean; signedInAt?: number };
      return active ? session : undefined;
    },
    async removeAccount(userId) {
      const response = await administer('delete', { localId: userId });
      if (!response) return;
      const isGone = response.status === 400 && (await response.text()).includes('USER_NOT_FOUND');
      if (!response.ok && !isGone)
        throw new Error(`The identity provider responded with ${response.status}.`);
    },
    async describeAccount(userId) {
      const response = await administer('lookup', { localId: [userId] });
      if (!response) return undefined;
      if (!response.ok) throw new AppError('unavailable');
      const { users } = (await response.json()) as { users?: AccountRecord[] };
      return users?.[0];
    },
  };

  async function administer(
    what: 'delete' | 'lookup' | 'lookupSession',
    body: object,
  ): Promise<Response | undefined> {
    if (!options.administration) return undefined;
    const { accounts, token } = options.administration;
    return options.fetch(`${accounts}:${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}

/** Creates the adapter for a project of hosted Firebase. */
export const createFirebaseIdentity = (projectId: string, fetch: IdentityOptions['fetch']): IdentityService =>
  createIdentity({
    issuer: `https://securetoken.google.com/${projectId}`,
    audience: projectId,
    jwksUrl: 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com',
    algorithms: ['RS256'],
    fetch,
  });

/** Type of a logout token. ID tokens never have it. */
const logoutType = 'logout+jwt';
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

function toEndedSessionIds({ events, sids, nonce }: JWTPayload): string[] {
  const isLogoutEvent = typeof events === 'object' && events !== null && logoutEvent in events;
  if (!isLogoutEvent || nonce !== undefined || !Array.isArray(sids))
    throw new AppError('credentials-refused');
  return sids.filter((id) => typeof id === 'string');
}

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
 * Converts a verification error, also of access tokens: 401 for an unreadable or expired token, 403 for an invalid one.
 */
export function translate(error: unknown): AppError {
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
