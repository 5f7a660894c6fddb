import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { AppError } from '#platform/errors.ts';
import type { Clock } from '#platform/time.ts';
import type { Db } from '#server/db/tables.ts';
import type { Viewer } from '#server/http/viewer.ts';
import { toTokenError } from '#server/integrations/identity.ts';
import { findViewer } from './repository.ts';

const audience = 'blood-buddies-api';
/** Size of the cache of verified tokens, which take about 400 bytes each. */
const MAX_CACHED_TOKENS = 10_000;

type NewToken = { id: string; userId: string; expiresAt: number; isStaff: boolean };
export type AccessTokens = ReturnType<typeof createAccessTokens>;

/**
 * Issues and verifies the product's bearer tokens. They are signed and tied to a session row that can be
 * revoked.
 */
export function createAccessTokens(options: { db: Db; key: Uint8Array; issuer: string; clock: Clock }) {
  const { db, key, issuer, clock } = options;
  /** Caches valid signatures. The session is looked up for every request. */
  const verifiedTokens = new LRUCache<string, VerifiedToken>({ max: MAX_CACHED_TOKENS });

  async function findSessionId(token: string): Promise<string> {
    const cached = verifiedTokens.get(token);
    if (cached && cached.expiresAt > clock()) return cached.sessionId;
    const verified = await verify(assertReadable(token), { key, issuer, now: clock() });
    verifiedTokens.set(token, verified);
    return verified.sessionId;
  }

  return {
    /** `staff` is a hint for menus. Authorization reads the roles. */
    issue: ({ id, userId, expiresAt, isStaff }: NewToken) =>
      new SignJWT({ sid: id, ...(isStaff && { staff: true }) })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(Math.floor(clock() / 1000))
        .setExpirationTime(Math.floor(expiresAt / 1000))
        .sign(key),

    /**
     * @throws AppError not-signed-in (401: missing, unreadable, expired), credentials-refused (403: forged,
     * revoked)
     */
    async authenticate(request: Request): Promise<Viewer> {
      const sessionId = await findSessionId(readBearerToken(request));
      const viewer = await findViewer(db, sessionId);
      if (!viewer) throw new AppError('credentials-refused');
      return viewer;
    },
  };
}

/** Returns the token of `Authorization: Bearer ...`. @throws AppError not-signed-in (401) */
export const bearerToken = (request: Request): string => assertReadable(readBearerToken(request));

function readBearerToken(request: Request): string {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? [];
  if (!token) throw new AppError('not-signed-in');
  return token;
}

function assertReadable(token: string): string {
  try {
    decodeProtectedHeader(token);
  } catch (cause) {
    throw new AppError('not-signed-in', { cause });
  }
  return token;
}

type VerifiedToken = { sessionId: string; expiresAt: number };

async function verify(
  token: string,
  options: { key: Uint8Array; issuer: string; now: number },
): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, options.key, {
      issuer: options.issuer,
      audience,
      algorithms: ['HS256'],
      typ: 'at+jwt',
      currentDate: new Date(options.now),
      requiredClaims: ['sub', 'exp', 'sid'],
    });
    return { sessionId: String(payload.sid), expiresAt: Number(payload.exp) * 1000 };
  } catch (error) {
    throw toTokenError(error);
  }
}
