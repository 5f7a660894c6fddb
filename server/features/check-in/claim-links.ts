import { errors, jwtVerify, SignJWT } from 'jose';
import { AppError } from '#platform/errors.ts';
import { type Clock, days } from '#platform/time.ts';

/** The appointment of a donor without an account, and the id in place of one. */
export type ClaimedWalkIn = { id: string; user_id: string };

export type ClaimLinks = ReturnType<typeof createClaimLinks>;

const typ = 'walk-in+jwt';
export const CLAIM_TTL_MS = days(90);

/** Issues and reads the signed tokens with which an account claims a walk-in. */
export function createClaimLinks({ key, clock }: { key: Uint8Array; clock: Clock }) {
  return {
    issue: ({ id, user_id }: ClaimedWalkIn): Promise<string> =>
      new SignJWT({ of: id })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setSubject(user_id)
        .setExpirationTime(Math.floor((clock() + CLAIM_TTL_MS) / 1000))
        .sign(key),

    /** @throws AppError not-found (404: not our token), link-expired (410) */
    async read(token: string): Promise<ClaimedWalkIn> {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ,
          currentDate: new Date(clock()),
          requiredClaims: ['sub', 'exp', 'of'],
        });
        return { id: String(payload.of), user_id: String(payload.sub) };
      } catch (cause) {
        throw new AppError(cause instanceof errors.JWTExpired ? 'link-expired' : 'not-found', { cause });
      }
    },
  };
}
